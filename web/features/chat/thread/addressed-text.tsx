import type { ReactNode } from 'react';
import { splitWebAddresses, type WebAddress } from './web-addresses.ts';

/** After these characters an address may break. */
const BREAK_AFTER = /(?<=[/?&=#.,_-])(?=\w)/;
/** What follows a host is shortened on screen if it has more characters than this. */
const REST_SHOWN = 40;

const withBreaks = (text: string): ReactNode =>
  text.split(BREAK_AFTER).flatMap((part, i) => {
    const key = `break ${i}`;
    return i === 0 ? [part] : [<wbr key={key} />, part];
  });

/**
 * An address with its host in bold, which can break after punctuation, so that no word of it is cut. What stands before an "@" could pass
 * for a host, so that it is neither shown nor read out; selecting the text copies it.
 */
function Address({ address: { written, scheme, userInfo, host, rest } }: { address: WebAddress }) {
  return (
    <bdi className="web-address" dir="ltr" title={written}>
      {scheme}
      {userInfo && (
        <span className="visually-hidden" aria-hidden="true">
          {userInfo}
        </span>
      )}
      <b>{withBreaks(host)}</b>
      {rest.length > REST_SHOWN ? <span className="web-address-rest">{rest}</span> : withBreaks(rest)}
    </bdi>
  );
}

/** The text of a message, with its addresses as a browser would open them. */
export function AddressedText({ text }: { text: string }) {
  return splitWebAddresses(text).map((part, i) => {
    const key = `part ${i}`;
    return typeof part === 'string' ? part : <Address key={key} address={part} />;
  });
}
