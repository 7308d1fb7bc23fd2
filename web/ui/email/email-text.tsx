import { Fragment } from 'react';
import './email-text.css';

/** After these characters an address may break; what follows begins the next line. */
const BREAK_AFTER = /(?<=[@.])(?=.)/su;

/** An e-mail address that breaks after "@" and "." alone, unless one part of it is longer than the line. */
export function EmailText({ address }: { address: string }) {
  return (
    <span className="email-text">
      {address.split(BREAK_AFTER).map((part, i) => {
        const key = `part ${i}`;
        return (
          <Fragment key={key}>
            {i > 0 && <wbr />}
            {part}
          </Fragment>
        );
      })}
    </span>
  );
}
