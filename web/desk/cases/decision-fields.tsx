import type { CaseAction } from '#contract/cases';
import { DECISION_FACTS_MAX, DECISION_REPLY_MAX } from '#contract/cases';
import type { CaseDetails } from '#contract/operator/operated-cases';
import { Radios } from '../../ui/forms/choice.tsx';
import { SelectField, TextAreaField } from '../../ui/forms/field.tsx';
import { FieldFrame, FieldGroup } from '../../ui/forms/field-frame.tsx';
import { Checkbox, RadioList } from '../../ui/forms/pick-list.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useTexts } from '../texts.ts';
import { usePromptText, useReasonText } from './case-words.ts';
import {
  type DecisionDraft,
  GROUND_VALUES,
  type GroundValue,
  groundOf,
  isRestriction,
  removablePhotos,
  SPANS,
  showsHeldPhoto,
  takesFacts,
  takesReply,
  takesSpan,
  toldSources,
} from './decision-draft.ts';

interface FieldsProps {
  readonly details: CaseDetails;
  readonly draft: DecisionDraft;
  readonly onChange: (part: Partial<DecisionDraft>) => void;
  /** The error of a field by its name. */
  readonly errorOf: (field: string) => string | null;
}

const SIGNS: Readonly<Record<CaseAction, IconName>> = {
  dismiss: 'check',
  remove_photo: 'image',
  remove_text: 'pencil',
  warn: 'triangle-alert',
  limit: 'clock',
  pause: 'eye-off',
  ban: 'ban',
  restore: 'undo-2',
};

/** What can be done, and what it does. */
function ActionField({ details, draft, onChange, errorOf }: FieldsProps) {
  const t = useTexts('cases');
  return (
    <>
      <FieldGroup legend={t('what_to_do')} error={errorOf('action')}>
        <div className="case-actions">
          <Radios
            name="action"
            className="choice-tile"
            value={draft.action}
            options={details.actions.map((action) => ({
              value: action,
              label: (
                <>
                  <Icon name={SIGNS[action]} size="s" />
                  <span>{t(`action_${action}`)}</span>
                </>
              ),
            }))}
            onChange={(action) => onChange({ action })}
          />
        </div>
      </FieldGroup>
      {draft.action !== null && (
        <p className="case-effect small">{t(showsHeldPhoto(draft.action, details) ? 'effect_accept' : `effect_${draft.action}`)}</p>
      )}
    </>
  );
}

/** The photo or text that is removed. */
function TargetField({ details, draft, onChange, errorOf }: FieldsProps) {
  const t = useTexts('cases');
  const promptText = usePromptText();
  if (draft.action === 'remove_photo') {
    const place = (id: string) => details.photos.findIndex((photo) => photo.id === id) + 1;
    const options = removablePhotos(details.photos).map(({ id }) => ({ value: id, label: t('photo', { place: place(id) }) }));
    return (
      <SelectField
        label={t('which_photo')}
        error={errorOf('photo')}
        value={draft.photo ?? ''}
        options={[...(draft.photo === null ? [{ value: '', label: t('choose') }] : []), ...options]}
        onChange={(photo) => onChange({ photo: photo === '' ? null : photo })}
      />
    );
  }
  if (draft.action !== 'remove_text') return null;
  const partName = (part: string) => {
    if (part === 'name') return t('name_then');
    if (part === 'personal') return t('personal');
    return part.startsWith('message:') ? t('part_message') : promptText(part.replace('prompt:', ''));
  };
  return (
    <RadioList
      legend={t('which_text')}
      name="text"
      value={draft.text ?? null}
      error={errorOf('text')}
      options={(details.member?.texts ?? []).map(({ part, text }) => ({
        value: part,
        label: (
          <span className="case-part">
            <span className="small muted">{partName(part)}</span>
            <span dir="auto">{text}</span>
          </span>
        ),
      }))}
      // Sound: the parts are those that the server has named.
      onChange={(part) => onChange({ text: part as DecisionDraft['text'] })}
    />
  );
}

/** How long a limit or pause lasts. */
function SpanField({ draft, onChange, errorOf }: FieldsProps) {
  const t = useTexts('cases');
  if (!takesSpan(draft.action)) return null;
  const spans = SPANS.map((days) => ({ value: String(days), label: t('days', { count: days }) }));
  const options = draft.action === 'pause' ? [...spans, { value: '', label: t('no_end') }] : spans;
  return (
    <SelectField
      label={t('span')}
      error={errorOf('days')}
      value={draft.days === null ? '' : String(draft.days)}
      options={options}
      onChange={(days) => onChange({ days: days === '' ? null : Number(days) })}
    />
  );
}

/** The rule or law against which it was. */
function GroundField({ draft, onChange, errorOf }: FieldsProps) {
  const t = useTexts('cases');
  const reasonText = useReasonText();
  const choose = (value: string) => {
    const all: readonly GroundValue[] = [...GROUND_VALUES.rule, ...GROUND_VALUES.law];
    onChange({ ground: all.find((known) => known === value) ?? null });
  };
  return (
    <FieldFrame label={t('ground')} error={errorOf('ground') ?? errorOf('code')}>
      {(wiring) => (
        <select {...wiring} className="input" value={draft.ground ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">{t('choose')}</option>
          {(['rule', 'law'] as const).map((kind) => (
            <optgroup key={kind} label={t(`grounds_${kind}`)}>
              {GROUND_VALUES[kind].map((value) => (
                <option key={value} value={value}>
                  {reasonText(groundOf(value).code)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** What both sides are told. */
function TextFields({ details, draft, onChange, errorOf }: FieldsProps) {
  const t = useTexts('cases');
  const { action, isSilent } = draft;
  const isComplaint = details.kinds.includes('complaint');
  return (
    <>
      {takesFacts(action, details) && (
        <TextAreaField
          label={t('facts')}
          hint={t('facts_hint')}
          error={errorOf('facts')}
          value={draft.facts}
          rows={4}
          maxLength={DECISION_FACTS_MAX}
          onChange={({ target }) => onChange({ facts: target.value })}
        />
      )}
      {takesReply(draft, details) && (
        <TextAreaField
          label={t(isComplaint ? 'answer' : 'reply')}
          hint={t(isComplaint ? 'answer_hint' : 'reply_hint')}
          error={errorOf('reply')}
          value={draft.reply}
          rows={3}
          maxLength={DECISION_REPLY_MAX}
          onChange={({ target }) => onChange({ reply: target.value })}
        />
      )}
      {showsHeldPhoto(action, details) && (
        <Checkbox label={t('blurred')} isOn={draft.isBlurred} onChange={(isOn) => onChange({ isBlurred: isOn })} />
      )}
      {action === 'dismiss' && toldSources(details).length > 0 && (
        <Checkbox label={t('silent')} isOn={isSilent} onChange={(isOn) => onChange({ isSilent: isOn })} />
      )}
    </>
  );
}

/** The fields of a decision, as far as its action has them. */
export function DecisionFields(props: FieldsProps) {
  return (
    <>
      <ActionField {...props} />
      <TargetField {...props} />
      <SpanField {...props} />
      {isRestriction(props.draft.action) && <GroundField {...props} />}
      {props.draft.action !== null && <TextFields {...props} />}
    </>
  );
}
