import type { Argument, Option, Verb } from './verb.ts';

/** A word behind `npm run site --`: verbs by their names, or one verb that needs no name, such as `doctor`. */
export interface Area {
  readonly about: string;
  readonly verbs: Readonly<Record<string, Verb>> | Verb;
}
export type Areas = Readonly<Record<string, Area>>;

/** Whether the verbs of an area are a single one without a name. */
export const isVerb = (verbs: Area['verbs']): verbs is Verb => typeof verbs.kind === 'string';

const JSON_OPTION: Option = { about: 'print one JSON value instead of text' };
const DRY_RUN_OPTION: Option = { about: 'say what would change and change nothing' };

/** The options of a verb with those that all verbs have, --help aside. */
export const optionsOf = ({ options, kind }: Verb): Readonly<Record<string, Option>> => ({
  ...options,
  ...(kind === 'changing' ? { 'dry-run': DRY_RUN_OPTION } : {}),
  json: JSON_OPTION,
});

function argumentText(name: string, { isOptional, takesRest }: Argument): string {
  const text = `${name}${takesRest ? '…' : ''}`;
  return isOptional ? `[${text}]` : text;
}

const optionText = (name: string, { value }: Option) => `--${name}${value === undefined ? '' : ` ${value}`}`;

/** The one line that shows how a verb is written. `name` is its area and its own name. */
export function synopsisOf(name: string, verb: Verb): string {
  const args = Object.entries(verb.args).map(([label, argument]) => argumentText(label, argument));
  const options = Object.entries(optionsOf(verb)).map(([label, option]) =>
    option.whenMissing === undefined ? `[${optionText(label, option)}]` : optionText(label, option),
  );
  return ['npm run site --', name, ...args, ...options].join(' ');
}

/** Two columns of text, each line indented. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** The help of one verb. */
export function verbHelp(name: string, verb: Verb): string {
  const words: (readonly [string, string])[] = [
    ...Object.entries(verb.args).map(([label, argument]) => [argumentText(label, argument), argument.about] as const),
    ...Object.entries(optionsOf(verb)).map(([label, option]) => [optionText(label, option), option.about] as const),
  ];
  return [synopsisOf(name, verb), '', verb.about, '', ...columns(words)].join('\n');
}

/** The help of an area: how each of its verbs is written, and what it does. */
export function areaHelp(name: string, { verbs }: Area): string {
  if (isVerb(verbs)) return verbHelp(name, verbs);
  return Object.entries(verbs)
    .flatMap(([verb, declared]) => [synopsisOf(`${name} ${verb}`, declared), `  ${declared.about}`])
    .join('\n');
}

/** The help of the whole command: its areas with their verbs. */
export function siteHelp(areas: Areas): string {
  const verbsOf = ({ verbs }: Area) => (isVerb(verbs) ? '' : Object.keys(verbs).join('|'));
  const rows = Object.entries(areas).map(([name, area]) => [`${name} ${verbsOf(area)}`.trim(), area.about] as const);
  const note = 'AREA --help and AREA VERB --help print more. Words that begin with - go behind a further --.';
  return ['npm run site -- AREA VERB …', '', ...columns(rows), '', note].join('\n');
}
