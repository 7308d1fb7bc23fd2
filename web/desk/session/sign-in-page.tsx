import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { enrolPasskey, finishLogIn, type LogInStep, startLogIn } from '#contract/operator/desk-session';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { boot } from '../../boot/boot.ts';
import { Button } from '../../ui/button.tsx';
import { EmailInputField, Field, PasswordField } from '../../ui/forms/field.tsx';
import { useFocusInvalidField } from '../../ui/forms/focus-invalid-field.ts';
import { Logo } from '../../ui/logo.tsx';
import { LocaleChoice } from '../parts/preferences.tsx';
import { useTexts } from '../texts.ts';
import { useDeskTitle } from '../use-desk-title.ts';
import { setOperator } from './operator-query.ts';
import { createPasskey, signChallenge } from './passkey.ts';
import { ProblemNote } from './problem-note.tsx';

interface Credentials {
  readonly email: string;
  readonly password: string;
}
type Enrolment = Extract<LogInStep, { step: 'enrolment' }>;
type PasskeyStep = Extract<LogInStep, { step: 'passkey' }>;
type Step =
  | { readonly name: 'password' }
  | { readonly name: 'passkey'; readonly request: PasskeyStep }
  | { readonly name: 'code' }
  | { readonly name: 'enrolment'; readonly request: Enrolment };

/** The frame of a step: its title, which takes the focus when the step changes, and a line on what is to be done. */
function StepFrame({ title, lead, children }: { readonly title: string; readonly lead: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDeskTitle(title);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 className="display display-28" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <p className="muted">{lead}</p>
      {children}
    </>
  );
}

function PasswordStep({ onNext }: { readonly onNext: (credentials: Credentials, step: LogInStep) => void }) {
  const t = useTexts('session');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { run, isBusy, fields, failure } = useAction();
  const { form, focusInvalid } = useFocusInvalidField();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => onNext({ email, password }, await call(startLogIn, { email, password })));
    focusInvalid();
  };
  const errorOf = (name: string) => (fields[name] ? fieldSentence(fields[name]) : null);
  return (
    <StepFrame title={t('sign_in_title')} lead={t('sign_in_lead', { site: boot.settings.name })}>
      <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <EmailInputField
          label={t('email')}
          value={email}
          error={errorOf('email')}
          autoComplete="username"
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label={t('password')}
          name="password"
          value={password}
          error={errorOf('password')}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
        <ProblemNote error={failure} />
        <Button type="submit" wide busy={isBusy}>
          {t('continue')}
        </Button>
      </form>
    </StepFrame>
  );
}

interface StepProps {
  readonly onCode: () => void;
  readonly onRestart: () => void;
}

function PasskeyStepForm({ request, onCode, onRestart }: StepProps & { readonly request: PasskeyStep }) {
  const t = useTexts('session');
  const { run, isBusy, failure } = useAction();
  const [isUsed, setUsed] = useState(false);
  const confirm = () =>
    run(async () => {
      const signed = await signChallenge(request);
      // A challenge is answered once: after a refusal the password has to be typed again.
      setUsed(true);
      setOperator((await call(finishLogIn, signed)).operator);
    });
  return (
    <StepFrame title={t('passkey_title')} lead={t('passkey_lead')}>
      <ProblemNote error={failure} />
      {!isUsed && (
        <Button icon="lock" wide busy={isBusy} onClick={() => void confirm()}>
          {t('use_passkey')}
        </Button>
      )}
      <Button tone="quiet" wide onClick={onRestart}>
        {t('start_over')}
      </Button>
      {!isUsed && (
        <Button tone="text" onClick={onCode}>
          {t('have_code')}
        </Button>
      )}
    </StepFrame>
  );
}

interface CodeStepProps extends Pick<StepProps, 'onRestart'> {
  readonly credentials: Credentials;
  readonly onNext: (step: LogInStep) => void;
}

function CodeStep({ credentials, onNext, onRestart }: CodeStepProps) {
  const t = useTexts('session');
  const [code, setCode] = useState('');
  const { run, isBusy, fields, failure } = useAction();
  const { form, focusInvalid } = useFocusInvalidField();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => onNext(await call(startLogIn, { ...credentials, code })));
    focusInvalid();
  };
  return (
    <StepFrame title={t('code_title')} lead={t('code_lead')}>
      <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('code')}
          hint={t('code_hint')}
          error={fields.code ? t('code_wrong') : null}
          value={code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="desk-code"
          onChange={(event) => setCode(event.target.value)}
        />
        <ProblemNote error={failure} />
        <Button type="submit" wide busy={isBusy}>
          {t('continue')}
        </Button>
        <Button tone="quiet" wide onClick={onRestart}>
          {t('start_over')}
        </Button>
      </form>
    </StepFrame>
  );
}

function EnrolmentStep({ request, onRestart }: Pick<StepProps, 'onRestart'> & { readonly request: Enrolment }) {
  const t = useTexts('session');
  const [name, setName] = useState(t('passkey_name_default'));
  const { run, isBusy, fields, failure } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => setOperator((await call(enrolPasskey, { ...(await createPasskey(request)), name })).operator));
  };
  return (
    <StepFrame title={t('enrol_title')} lead={t('enrol_lead')}>
      <form className="form" onSubmit={submit} noValidate>
        <Field
          label={t('passkey_name')}
          hint={t('passkey_name_hint')}
          error={fields.name ? fieldSentence(fields.name) : null}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        <ProblemNote error={failure} />
        <Button type="submit" icon="lock" wide busy={isBusy}>
          {t('make_passkey')}
        </Button>
        <Button tone="quiet" wide onClick={onRestart}>
          {t('start_over')}
        </Button>
      </form>
    </StepFrame>
  );
}

const stepOf = (answer: LogInStep): Step => (answer.step === 'code' ? { name: 'code' } : ({ name: answer.step, request: answer } as Step));

/** Signs an operator in: password, then the passkey; or password, code and a new passkey. */
export function SignInPage() {
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  const [step, setStep] = useState<Step>({ name: 'password' });
  const restart = () => {
    setCredentials({ email: '', password: '' });
    setStep({ name: 'password' });
  };
  return (
    <main className="desk-sign-in" id="content">
      <div className="desk-sign-in-box panel">
        <div className="desk-sign-in-head">
          <span className="logo">
            <Logo name={boot.settings.name} />
          </span>
          <LocaleChoice />
        </div>
        {step.name === 'password' && (
          <PasswordStep
            onNext={(typed, answer) => {
              setCredentials(typed);
              setStep(stepOf(answer));
            }}
          />
        )}
        {step.name === 'passkey' && <PasskeyStepForm request={step.request} onCode={() => setStep({ name: 'code' })} onRestart={restart} />}
        {step.name === 'code' && <CodeStep credentials={credentials} onNext={(answer) => setStep(stepOf(answer))} onRestart={restart} />}
        {step.name === 'enrolment' && <EnrolmentStep request={step.request} onRestart={restart} />}
      </div>
    </main>
  );
}
