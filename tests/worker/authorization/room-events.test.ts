import { eventOutbox } from '#db/schema/index';
import { type Column, OWNERS, ROLES, type Role } from './access-columns.ts';
import { accessFixture } from './access-fixture.ts';
import { shapeOf } from './answer-shape.ts';
import { describeRows } from './describe-rows.ts';
import { act, DEEDS, ROOM_EVENTS } from './room-events.ts';

const fixture = accessFixture();

/** Restores the rows, and undoes what the deed of this row would only repeat. */
async function prepareDeed(name: string): Promise<void> {
  await fixture.storedRows.restore();
  const { undo } = DEEDS[name] ?? {};
  if (!undo) return;
  await fixture.site.db.$client.batch(ROLES.flatMap((role) => undo.map((sql) => ({ sql, args: [fixture.callers[role].me.id] }))));
}

function eventText(event: unknown): string {
  const { type, kind, ...fields } = event as { readonly type?: string; readonly kind?: string };
  return `${type ?? kind}{${shapeOf(fields)}}`;
}

/** The events of a deed, by the room that they are for. No room takes them here, so that they stay in the outbox. */
async function eventsOf(name: string, role: Role, column: Column): Promise<string> {
  const { site, callers } = fixture;
  const caller = callers[role];
  const them = column === 'whole' ? null : caller.member[column];
  await site.db.delete(eventOutbox);
  await act(fixture, name, caller, column === 'whole' ? 'other' : column);
  const rows = await site.db.select().from(eventOutbox);
  const nameOf = (id: string) => (id === caller.me.id ? 'me' : id === them ? 'them' : OWNERS.find((owner) => caller.member[owner] === id));
  const byRecipient = Map.groupBy(rows, ({ memberId }) => nameOf(memberId));
  const texts = [...byRecipient].map(([recipient, events]) => `${recipient} ${events.map(({ event }) => eventText(event)).join(' + ')}`);
  return texts.toSorted().join(' | ') || 'nothing';
}

describeRows(ROOM_EVENTS, eventsOf, prepareDeed);
