import type { ApiAnswer } from '../../support/product/api-client.ts';

/** Fields whose keys are themselves values, such as countries or accounts. */
const RECORDS = new Set(['allowed_values', 'cams', 'message_prices', 'minimum_message_costs', 'vat_numbers']);
/** The answers of a member to the questions of the site are a record, where the questions themselves are a list. */
const isRecord = (key: string, value: object) => RECORDS.has(key) || (key === 'fields' && !('email' in value));

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Whether a value tells nothing: null, false, 0, an empty text, list or object. */
const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0);

/** Several values of one field, such as the elements of a list, written as one: empty only if it is empty in all of them. */
function shapeOfAll(key: string, values: readonly unknown[]): string {
  const told = values.filter((value) => !isEmpty(value));
  if (told.length === 0) return `-${key}`;
  const lists = told.filter(Array.isArray);
  if (lists.length > 0) return shapeOfAll(`${key}[]`, lists.flat());
  const objects = told.filter(isObject);
  if (objects.length === 0) return key;
  if (objects.some((object) => isRecord(key, object))) return shapeOfAll(`${key}{*}`, objects.flatMap(Object.values));
  return `${key}{${fieldsOf(objects)}}`;
}

function fieldsOf(objects: readonly Fields[]): string {
  const keys = [...new Set(objects.flatMap(Object.keys))].toSorted();
  const shapeOf = (key: string) => {
    const having = objects.filter((object) => key in object);
    return `${shapeOfAll(
      key,
      having.map((object) => object[key]),
    )}${having.length < objects.length ? '?' : ''}`;
  };
  return keys.map(shapeOf).join();
}

/**
 * Every field of a value at every depth, in alphabetical order and in one line: `name`, `-name` if it tells nothing (null, false, 0, or an
 * empty text, list or object), `name{…}` for an object, `name[]` or `name[]{…}` for a list, whose elements are written as one, `name?` if
 * only some of them have it, and `name{*}` for an object whose keys are values.
 */
export const shapeOf = (value: object): string => fieldsOf([{ ...value }]);

/** The shape with the first field of each of these names told or not told. Throws if it has no such field. */
export function withFields(shape: string, fields: Readonly<Record<string, boolean>>): string {
  let changed = shape;
  for (const [name, isTold] of Object.entries(fields)) {
    const found = new RegExp(`(^|[ ,{])-?(${name})(?=[,}?\\[{]|$)`);
    if (!found.test(changed)) throw new Error(`no field ${name} in ${shape}`);
    changed = changed.replace(found, `$1${isTold ? '' : '-'}$2`);
  }
  return changed;
}

/** An answer as the access table writes it: the status, then the code of a refusal, the target of a redirect or the shape of the body. */
export function answerSummary(answer: ApiAnswer): string {
  const code = answer.at('error.code');
  const isRefusal = typeof code === 'string' && isObject(answer.body) && Object.keys(answer.body).join() === 'error';
  const told = isRefusal ? code : isObject(answer.body) ? shapeOf(answer.body) : (answer.headers.get('Location') ?? answer.body);
  return `${answer.status} ${told}`.trim();
}

/** The elements of the lists of an answer that hold an object with this id, by the name of their list; empty if the answer is silent about it. */
function elementsAbout(value: unknown, id: string, lists: Record<string, unknown[]> = {}): Record<string, unknown[]> {
  if (!isObject(value)) return lists;
  for (const [key, inside] of Object.entries(value)) {
    if (!Array.isArray(inside)) {
      elementsAbout(inside, id, lists);
      continue;
    }
    const about = inside.filter((element) => JSON.stringify(element).includes(`"id":"${id}"`));
    if (about.length > 0) lists[key] = [...(lists[key] ?? []), ...about];
  }
  return lists;
}

/** The part of an answer with lists that is about one member; a refusal is about everybody. */
export const partAbout = ({ status, body }: ApiAnswer, id: string): unknown => (status >= 400 ? body : elementsAbout(body, id));

/** The shape of that part, or `nothing`. */
export function summaryAbout(answer: ApiAnswer, id: string): string {
  if (answer.status >= 400) return answerSummary(answer);
  return shapeOf(elementsAbout(answer.body, id)) || 'nothing';
}
