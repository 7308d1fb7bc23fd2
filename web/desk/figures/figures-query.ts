import { queryOptions } from '@tanstack/react-query';
import { getFigures } from '#contract/operator/operated-figures';
import { call } from '../../api/call.ts';
import { daysOfSpan, type Span } from './spans.ts';

/** The figures of a span. */
export const figuresQuery = (span: Span) =>
  queryOptions({
    queryKey: ['desk', 'figures', span],
    queryFn: ({ signal }) => call(getFigures, daysOfSpan(span, Date.now()), { signal }),
  });
