import type * as v from 'valibot';
import * as account from './account.ts';
import * as accountChanges from './account-changes.ts';
import * as cancellations from './cancellations.ts';
import * as cases from './cases.ts';
import * as chat from './chat.ts';
import * as complaints from './complaints.ts';
import * as credits from './credits.ts';
import * as devices from './devices.ts';
import * as discounts from './discounts.ts';
import type { Endpoint } from './endpoint.ts';
import * as geo from './geocode.ts';
import * as likes from './likes.ts';
import * as members from './members.ts';
import * as notifications from './notifications.ts';
import * as deskSession from './operator/desk-session.ts';
import * as operatedCases from './operator/operated-cases.ts';
import * as operatedFigures from './operator/operated-figures.ts';
import * as operatedMembers from './operator/operated-members.ts';
import * as operatedSettings from './operator/operated-settings.ts';
import * as passkeys from './operator/passkeys.ts';
import * as partners from './partners.ts';
import * as passwords from './passwords.ts';
import * as photos from './photos.ts';
import * as profile from './profile.ts';
import * as safety from './safety.ts';
import * as session from './session.ts';
import * as settings from './settings.ts';
import * as signup from './signup.ts';
import * as transparency from './transparency.ts';
import * as vitals from './vitals.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'input' in value && 'output' in value;

const isObjectSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema' && 'type' in value && value.type === 'object';

/** By name: the order of a module's exports differs between runtimes. */
const exportsOf = (module: object) => Object.entries(module).toSorted(([a], [b]) => (a < b ? -1 : 1));

const FEATURES: Readonly<Record<string, object>> = {
  account: { ...account, ...accountChanges },
  cancellations,
  chat,
  cases,
  complaints,
  credits,
  discounts,
  geo,
  likes,
  members,
  notifications,
  operator: { ...deskSession, ...passkeys, ...operatedCases, ...operatedFigures, ...operatedMembers, ...operatedSettings },
  partners,
  photos,
  profile,
  safety,
  session: { ...session, ...devices, ...passwords },
  settings,
  signup,
  transparency,
  vitals,
};

/** Every call of the contract under `<feature>.<name>`, for the API documentation, unknown methods and the tests. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(FEATURES).flatMap(([feature, module]) =>
    exportsOf(module).flatMap(([name, value]) => (isEndpoint(value) ? [[`${feature}.${name}`, value as Endpoint]] : [])),
  ),
);

/** The objects that calls exchange, by the name they are exported under, for the documentation. */
export const OBJECT_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  Object.values(FEATURES).flatMap((module) => exportsOf(module).filter(([, value]) => isObjectSchema(value))),
);
