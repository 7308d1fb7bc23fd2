import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { COMPLAINT_SUBJECTS, type ComplaintSubject, makeComplaint } from '#contract/complaints';
import { call } from '../../api/call.ts';
import { useUser } from '../../session/user.ts';
import { type EmailProblem, emailProblem } from '../../ui/forms/email-problem.ts';
import { useKeptText } from '../../ui/forms/form-draft.ts';

const asSubject = (text: string | null): ComplaintSubject | null => COMPLAINT_SUBJECTS.find((one) => one === text) ?? null;

/** What it is about: as the link that led here says, until something else is chosen. */
function useSubject() {
  const [query] = useSearchParams();
  const [kept, keep] = useKeptText('complaint-subject');
  const [subject, setSubject] = useState(() => asSubject(query.get('subject')) ?? asSubject(kept));
  const choose = (next: ComplaintSubject | null) => {
    keep(next ?? '');
    setSubject(next);
  };
  return [subject, choose] as const;
}

export interface ComplaintProblems {
  readonly subject?: 'subject_missing';
  readonly text?: 'text_required';
  readonly email?: EmailProblem;
}

/** All that is typed, kept in this tab until it has been sent; a member's own name and address stand there already. */
export function useComplaint() {
  const user = useUser();
  const [query] = useSearchParams();
  const [subject, choose] = useSubject();
  const [text, setText] = useKeptText('complaint-text');
  const [reference, setReference] = useKeptText('complaint-reference', query.get('reference') ?? '');
  const [name, setName] = useKeptText('complaint-name', user?.profile.name);
  const [email, setEmail] = useKeptText('complaint-email', user?.email);

  const problems = (): ComplaintProblems => {
    const wrongEmail = emailProblem(email);
    return {
      ...(subject === null && { subject: 'subject_missing' }),
      ...(text.trim() === '' && { text: 'text_required' }),
      ...(wrongEmail && { email: wrongEmail }),
    };
  };
  /** The number it got. */
  const send = (about: ComplaintSubject) => call(makeComplaint, { email, subject: about, text, name, reference });
  const forget = () => {
    choose(null);
    setText('');
    setReference('');
  };
  return { subject, choose, text, setText, reference, setReference, name, setName, email, setEmail, problems, send, forget };
}
