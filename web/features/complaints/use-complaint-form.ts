import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { COMPLAINT_SUBJECTS, type ComplaintSubject, makeComplaint } from '#contract/complaints';
import { call } from '../../api/call.ts';
import { useUser } from '../../session/user.ts';
import { type EmailProblem, emailProblem } from '../../ui/forms/email-problem.ts';
import { useStoredText } from '../../ui/forms/form-draft.ts';

const parseSubject = (text: string | null): ComplaintSubject | null => COMPLAINT_SUBJECTS.find((subject) => subject === text) ?? null;

/** The chosen subject: first the one of the address (`?subject=`), else the stored one, until the visitor chooses another. */
function useSubject() {
  const [query] = useSearchParams();
  const [stored, store] = useStoredText('complaint-subject');
  const [subject, setSubject] = useState(() => parseSubject(query.get('subject')) ?? parseSubject(stored));
  const choose = (next: ComplaintSubject | null) => {
    store(next ?? '');
    setSubject(next);
  };
  return [subject, choose] as const;
}

/** What the complaint refers to: first what the address names (`?reference=`), since it leads from there, else what is stored. */
function useReference() {
  const [query] = useSearchParams();
  const [stored, store] = useStoredText('complaint-reference');
  const [reference, setReference] = useState(() => query.get('reference') ?? stored);
  const change = (next: string) => {
    store(next);
    setReference(next);
  };
  return [reference, change] as const;
}

export interface ComplaintProblems {
  readonly subject?: 'subject_missing';
  readonly text?: 'text_required';
  readonly email?: EmailProblem;
}

/** The fields of the complaint form, stored in this tab until it is sent. Name and address of a member are filled in. */
export function useComplaintForm() {
  const user = useUser();
  const [subject, choose] = useSubject();
  const [text, setText] = useStoredText('complaint-text');
  const [reference, setReference] = useReference();
  const [name, setName] = useStoredText('complaint-name', user?.profile.name);
  const [email, setEmail] = useStoredText('complaint-email', user?.email);

  const problems = (): ComplaintProblems => {
    const wrongEmail = emailProblem(email);
    return {
      ...(subject === null && { subject: 'subject_missing' }),
      ...(text.trim() === '' && { text: 'text_required' }),
      ...(wrongEmail && { email: wrongEmail }),
    };
  };
  /** Sends the complaint. Resolves to the answer, which holds its number; throws `CallError`. */
  const send = (sentSubject: ComplaintSubject) => call(makeComplaint, { email, subject: sentSubject, text, name, reference });
  const forget = () => {
    choose(null);
    setText('');
    setReference('');
  };
  return { subject, choose, text, setText, reference, setReference, name, setName, email, setEmail, problems, send, forget };
}
