import * as account from './account.ts';
import * as chat from './chat.ts';
import * as complaints from './complaints.ts';
import * as credits from './credits.ts';
import * as discounts from './discounts.ts';
import type { Endpoint } from './endpoint.ts';
import * as geo from './geocode.ts';
import * as likes from './likes.ts';
import * as members from './members.ts';
import * as notifications from './notifications.ts';
import * as partners from './partners.ts';
import * as photos from './photos.ts';
import * as profile from './profile.ts';
import * as safety from './safety.ts';
import * as session from './session.ts';
import * as settings from './settings.ts';
import * as signup from './signup.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'input' in value && 'output' in value;

/** Every call of the contract under `<feature>.<name>`, for the API documentation, unknown methods and the tests. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries({
    account,
    chat,
    complaints,
    credits,
    discounts,
    geo,
    likes,
    members,
    notifications,
    partners,
    photos,
    profile,
    safety,
    session,
    settings,
    signup,
  }).flatMap(([feature, module]) =>
    Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [[`${feature}.${name}`, value as Endpoint]] : [])),
  ),
);
