import { useState } from 'react';
import { MemberMenu } from '../cards/safety/member-menu.tsx';
import { SafetySlot } from '../cards/safety/safety-dialog-slot.tsx';
import { ActivePremiumPanel } from '../features/credits/premium/active-premium.tsx';
import { Withdrawal } from '../features/credits/transactions/withdrawal.tsx';
import { LogOut } from '../features/profile/log-out.tsx';
import { Button } from '../ui/button.tsx';
import { DEVELOPER_TEXTS } from './developer-texts.ts';
import { type DialogSample, PRODUCT_DIALOGS } from './dialog-samples.tsx';
import { Group } from './frame.tsx';
import { CARD } from './sample-member.ts';
import { ToastSamples } from './toast-samples.tsx';
import { PLAIN_DIALOGS } from './ui-dialog-samples.tsx';
import '../features/credits/premium/premium.css';
import '../features/credits/transactions/transaction.css';

const ALL: Readonly<Record<string, DialogSample>> = { ...PRODUCT_DIALOGS, ...PLAIN_DIALOGS };
const UNTIL = '2026-12-31T12:00:00.000Z';

interface DialogButtonsProps {
  samples: Readonly<Record<string, DialogSample>>;
  onOpen: (name: string) => void;
}

const DialogButtons = ({ samples, onOpen }: DialogButtonsProps) => (
  <div className="dev-row">
    {Object.keys(samples).map((name) => (
      <Button key={name} tone="quiet" small data-dialog={name} onClick={() => onOpen(name)}>
        {name}
      </Button>
    ))}
  </div>
);

/** Dialogs that only a component of the product opens, with that component. */
function WithButton() {
  return (
    <div className="dev-parts">
      <LogOut countUnsent={async () => 3} />
      <ActivePremiumPanel
        premium={{ plan: 'month', until: UNTIL, renews: true, transaction: null }}
        renewal={{ at: UNTIL, price: { amount: 990, currency: 'EUR' } }}
      />
      <Withdrawal id={CARD.id} plan={null} withdrawal={{ until: UNTIL, credits: 48, price: { amount: 990, currency: 'EUR' } }} />
      <div>
        <p className="bold">{DEVELOPER_TEXTS.dialogs.menu}</p>
        <MemberMenu profile={CARD} className="icon-btn" isOnCard />
      </div>
    </div>
  );
}

/** Every dialog, sheet and toast. `?open=` opens one of them with the page. */
export function DialogsPage() {
  const [open, setOpen] = useState(() => new URLSearchParams(location.search).get('open') ?? '');
  const Sample = ALL[open];
  return (
    <>
      <Group title={DEVELOPER_TEXTS.dialogs.title}>
        <h3 className="bold">{DEVELOPER_TEXTS.dialogs.real}</h3>
        <DialogButtons samples={PRODUCT_DIALOGS} onOpen={setOpen} />
        <h3 className="bold">{DEVELOPER_TEXTS.dialogs.plain}</h3>
        <DialogButtons samples={PLAIN_DIALOGS} onOpen={setOpen} />
        <h3 className="bold">{DEVELOPER_TEXTS.dialogs.withButton}</h3>
        <WithButton />
      </Group>
      <ToastSamples />
      <SafetySlot />
      {Sample && <Sample onClose={() => setOpen('')} />}
    </>
  );
}
