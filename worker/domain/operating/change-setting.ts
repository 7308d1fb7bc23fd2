import { batch, type Database } from '#db/client';
import { clearSetting, insertSettingChange, saveSetting, settingRows } from '#db/queries/operator/settings';
import { isSettingKey, parseSetting, type SettingKey, settingsFrom } from '../../config/settings.ts';
import { randomId } from '../../lib/crypto.ts';
import { ImpossibleAct } from './impossible-act.ts';
import { type ProvenActor, recordAct } from './record-act.ts';

/** What becomes of a setting: a value that fits it, or none, so that its default applies. */
export type SettingTarget = { readonly value: unknown } | 'default';

interface Change {
  readonly key: SettingKey;
  readonly to: SettingTarget;
  /** What the operator has seen in force, as JSON; without it the change is made whatever is in force. */
  readonly seen?: string;
}

/**
 * The setting of a change and the value that it had before, to which it can be brought back. Throws ImpossibleAct `not_fitting` if this
 * version does not know the setting or the value fits it no longer.
 */
export function settingBefore({ key, before }: { readonly key: string; readonly before: unknown }): { key: SettingKey; to: SettingTarget } {
  if (!isSettingKey(key)) throw new ImpossibleAct('not_fitting');
  if (before === null) return { key, to: 'default' };
  try {
    return { key, to: { value: parseSetting(key, JSON.stringify(before)) } };
  } catch {
    throw new ImpossibleAct('not_fitting');
  }
}

/** What is in force of a setting on a deployed site with these stored rows. */
export const settingInForce = (rows: Awaited<ReturnType<typeof settingRows>>, key: SettingKey): unknown =>
  settingsFrom(rows, 'production')[key];

/**
 * Plans a change of a setting, which is kept with who made it and what was stored before. `after` is what is in force then. Throws
 * ImpossibleAct `changed` if something else is in force than was seen.
 */
export async function planSettingChange(db: Database, now: number, actor: ProvenActor, { key, to, seen }: Change) {
  const rows = await settingRows(db);
  if (seen !== undefined && JSON.stringify(settingInForce(rows, key)) !== seen) throw new ImpossibleAct('changed');
  const others = rows.filter((row) => row.key !== key);
  const stored = to === 'default' ? [] : [{ key, value: to.value }];
  const operatorId = actor.kind === 'operator' ? actor.memberId : null;
  const change = { id: randomId(), key, after: to === 'default' ? null : to.value, actor: actor.kind, operatorId, createdAt: now };
  return {
    after: settingInForce([...others, ...stored], key),
    apply: async (): Promise<void> => {
      await batch(db, {
        act: recordAct(db, now, actor, { act: 'setting_changed', subject: key }),
        kept: insertSettingChange(db, change),
        change: to === 'default' ? clearSetting(db, key) : saveSetting(db, key, to.value),
      });
    },
  };
}
