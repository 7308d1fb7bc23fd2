import { MEMBER_VERBS } from './account/member.ts';
import { BACKUP_VERBS } from './backup/backup.ts';
import { CANCELLATION_VERBS } from './cancellations/cancellation.ts';
import { CASE_VERBS } from './cases/case.ts';
import { COMPLAINT_VERBS } from './complaints/complaint.ts';
import { CREDITS_VERBS } from './credits/grant-credits.ts';
import { ORDER_VERBS } from './credits/order.ts';
import { METHOD_VERBS, PRICE_VERBS } from './credits/price.ts';
import { DISCOUNT_VERBS } from './discounts/discount.ts';
import type { Areas } from './lib/usage.ts';
import { doctor } from './operator/doctor.ts';
import { FIGURES_VERBS } from './operator/figures.ts';
import { KEYS_VERBS } from './operator/keys.ts';
import { OPERATOR_VERBS } from './operator/operators.ts';
import { SETTINGS_VERBS } from './operator/settings.ts';
import { PHOTO_VERBS } from './photos/photo.ts';
import { REPORT_VERBS } from './safety/report.ts';
import { SESSION_VERBS } from './session/session.ts';
import { VITALS_VERBS } from './vitals/vitals.ts';

/** What `npm run site` can do, in the order of its help. */
export const AREAS: Areas = {
  doctor: { about: 'what needs attention, and the command that mends it', verbs: doctor },
  operator: { about: 'who may open the desk', verbs: OPERATOR_VERBS },
  keys: { about: 'the keys of the site', verbs: KEYS_VERBS },
  settings: { about: 'the settings of the site', verbs: SETTINGS_VERBS },
  member: { about: 'accounts', verbs: MEMBER_VERBS },
  session: { about: 'logins of members', verbs: SESSION_VERBS },
  credits: { about: 'credits that the operator gives', verbs: CREDITS_VERBS },
  order: { about: 'orders of members', verbs: ORDER_VERBS },
  case: { about: 'work for moderators: reports, notices, complaints and appeals, with their decisions', verbs: CASE_VERBS },
  report: { about: 'reports of members', verbs: REPORT_VERBS },
  photo: { about: 'held photos, and photos that the operator removes', verbs: PHOTO_VERBS },
  complaint: { about: 'complaints', verbs: COMPLAINT_VERBS },
  cancellation: { about: 'cancellations without login', verbs: CANCELLATION_VERBS },
  discount: { about: 'discounts and codes', verbs: DISCOUNT_VERBS },
  price: { about: 'prices by country', verbs: PRICE_VERBS },
  method: { about: 'payment methods by country', verbs: METHOD_VERBS },
  figures: { about: 'what happens on the site, by day', verbs: FIGURES_VERBS },
  vitals: { about: 'the speed of real visits', verbs: VITALS_VERBS },
  backup: { about: 'archives of the site', verbs: BACKUP_VERBS },
};
