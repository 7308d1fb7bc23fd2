import { useState } from 'react';
import { LAW_CODES, type LawCode, makeNotice } from '#contract/cases';
import { call } from '../../api/call.ts';
import { useUser } from '../../session/user.ts';
import { type EmailProblem, emailProblem } from '../../ui/forms/email-problem.ts';
import { useStoredText } from '../../ui/forms/form-draft.ts';

export interface NoticeProblems {
  readonly where?: 'notice_where_required';
  readonly law?: 'notice_law_missing';
  readonly text?: 'notice_text_required';
  readonly name?: 'notice_name_required';
  readonly email?: EmailProblem;
  readonly goodFaith?: 'notice_good_faith_required';
}

/** The fields of a notice, stored in this tab until it is sent. Name and address of a member are filled in. */
export function useNoticeForm() {
  const user = useUser();
  const [where, setWhere] = useStoredText('notice-where');
  const [storedLaw, setLaw] = useStoredText('notice-law');
  const [text, setText] = useStoredText('notice-text');
  const [name, setName] = useStoredText('notice-name', user?.profile.name);
  const [email, setEmail] = useStoredText('notice-email', user?.email);
  const [isGoodFaith, setGoodFaith] = useState(false);
  const law: LawCode | null = LAW_CODES.find((code) => code === storedLaw) ?? null;
  /** Whoever tells of child abuse need not say who they are. */
  const isAnonymousAllowed = law === 'child_abuse';

  const problems = (): NoticeProblems => {
    const wrongEmail = isAnonymousAllowed && email.trim() === '' ? null : emailProblem(email);
    return {
      ...(where.trim() === '' && { where: 'notice_where_required' }),
      ...(law === null && { law: 'notice_law_missing' }),
      ...(text.trim() === '' && { text: 'notice_text_required' }),
      ...(name.trim() === '' && !isAnonymousAllowed && { name: 'notice_name_required' }),
      ...(wrongEmail && { email: wrongEmail }),
      ...(!isGoodFaith && { goodFaith: 'notice_good_faith_required' }),
    };
  };
  /** Sends the notice. Resolves to the answer, which holds its number; throws `CallError`. */
  const send = (sentLaw: LawCode) =>
    call(makeNotice, { where, law: sentLaw, text, name, good_faith: true, ...(email.trim() !== '' && { email }) });
  const forget = () => {
    setWhere('');
    setLaw('');
    setText('');
    setGoodFaith(false);
  };
  return {
    ...{ where, setWhere, law, setLaw, text, setText, name, setName, email, setEmail, isGoodFaith, setGoodFaith },
    ...{ isAnonymousAllowed, problems, send, forget },
  };
}
