import { batch, type Database } from '#db/client';
import { openComplaintsAfter, openReportsAfter } from '#db/queries/cases/open-case';
import { openCaseOfComplaint, openCaseOfReport } from '../../domain/moderation/open-case.ts';
import { lookInTurn } from '../../lib/rounds.ts';

/**
 * Opens cases for open reports that have none: those from before there were cases. Run by the scheduled handler, which looks at a part of the list
 * each time; `place` is where it goes on, and what it returns is where the next run does.
 */
export const openCasesOfReports = (db: Database, place: string): Promise<string> =>
  lookInTurn(
    place,
    async (after, limit) =>
      (await openReportsAfter(db, after, limit)).map((row) => ({ ...row, at: row.report.createdAt, id: row.report.id })),
    async ({ report, hasCase }) => {
      if (hasCase === 1) return false;
      await batch(db, openCaseOfReport(db, report));
      return true;
    },
  );

/** The same for open complaints. */
export const openCasesOfComplaints = (db: Database, place: string): Promise<string> =>
  lookInTurn(
    place,
    async (after, limit) =>
      (await openComplaintsAfter(db, after, limit)).map((row) => ({ ...row, at: row.complaint.createdAt, id: row.complaint.number })),
    async ({ complaint, hasCase }) => {
      if (hasCase === 1) return false;
      await batch(db, openCaseOfComplaint(db, complaint, null));
      return true;
    },
  );
