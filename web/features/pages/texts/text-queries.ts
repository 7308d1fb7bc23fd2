import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import type { TextPageName } from '#contract/pages/page-routes';
import { fillTemplate, TextPage, textValues } from '#contract/pages/text-page';
import { getCompanyInfo } from '#contract/settings';
import { CallError, call } from '../../../api/call.ts';
import { boot } from '../../../boot/boot.ts';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useSettings } from '../../../session/settings.ts';

/** Query options: a text of the running build never changes. */
const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

async function fetchText(locale: string, page: TextPageName, signal: AbortSignal): Promise<TextPage> {
  const response = await fetch(`/_i18n/${locale}/${page}.json?v=${boot.build}`, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new CallError({ code: 'offline' }, { cause });
  });
  if (!response.ok) throw new CallError({ code: 'unavailable', status: response.status });
  return v.parse(TextPage, await response.json());
}

/**
 * A text page in the current language, with the site's and company's data filled in. `text` is null while it is loaded and after an error.
 * If the company's data cannot be loaded, the text is shown without it.
 */
export function useTextPage(page: TextPageName) {
  const locale = currentLocale();
  const settings = useSettings();
  const text = useQuery({ ...NEVER_STALE, queryKey: ['text', locale, page], queryFn: ({ signal }) => fetchText(locale, page, signal) });
  const company = useQuery({
    ...NEVER_STALE,
    queryKey: ['company'],
    queryFn: ({ signal }) => call(getCompanyInfo, {}, { signal }),
    retry: false,
  });
  const { data, error, isFetching, refetch } = text;
  if (!data || company.isPending) return { text: null, error, isFetching, refetch };
  const values = textValues(settings, company.data ?? null);
  const filled = { ...data, lead: fillTemplate(data.lead, values), body: fillTemplate(data.body, values) };
  return { text: filled, error: null, isFetching, refetch };
}
