import type { Endpoint } from '#contract/endpoint';

const queryValueOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return Array.isArray(value) ? value.join(',') : String(value);
};

/**
 * Path and query of a call. A GET carries its input in the query; `endpoint.onlyWithQuery` is the query parameter that
 * distinguishes calls on one path.
 */
export function endpointUrl(endpoint: Endpoint, input: unknown): string {
  const query = new URLSearchParams();
  const isGet = endpoint.method === 'GET';
  if (isGet && typeof input === 'object' && input !== null) {
    for (const [key, value] of Object.entries(input)) if (value !== undefined && value !== null) query.set(key, queryValueOf(value));
  }
  if (endpoint.onlyWithQuery && !query.has(endpoint.onlyWithQuery) && !isGet) query.set(endpoint.onlyWithQuery, '1');
  const text = query.toString();
  return text ? `${endpoint.path}?${text}` : endpoint.path;
}
