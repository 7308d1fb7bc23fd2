import { sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';

/** A duty of the scheduled handler that a run has taken, with the place where it goes on; '' from the start. */
export interface TakenLease {
  readonly duty: string;
  readonly place: string;
}

/**
 * Takes those of the named duties that no other run does, until a time (ms), in one statement: of two runs at once only one gets a duty. The
 * lease of a run that has died is taken over once its time is past. It does not keep such a run from writing if it goes on after all, so
 * every duty claims its rows.
 */
export const takeLeases = (db: Database, holder: string, duties: readonly string[], now: number, until: number) =>
  db.all<TakenLease>(sql`
    insert into sweep_leases (duty, holder, until) select value, ${holder}, ${until} from json_each(${JSON.stringify(duties)}) where true
    on conflict (duty) do update set holder = excluded.holder, until = excluded.until where sweep_leases.until <= ${now}
    returning duty, place`);

/** Gives duties back that a run has ended, with the place where each goes on. Those that another run has taken over stay with it. */
export const giveLeasesBack = (db: Database, holder: string, ended: readonly TakenLease[]) =>
  db.run(sql`
    update sweep_leases set until = 0, place = ended.value ->> '$.place'
    from json_each(${JSON.stringify(ended)}) as ended where sweep_leases.duty = ended.value ->> '$.duty' and sweep_leases.holder = ${holder}`);
