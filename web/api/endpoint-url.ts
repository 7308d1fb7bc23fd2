import type { Endpoint } from '#contract/endpoint';

const asText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return Array.isArray(value) ? value.join(',') : String(value);
};

/** Path and query of one call: a GET carries its input, and `when` tells apart calls that share a path. */
export function addressOf(endpoint: Endpoint, input: unknown): string {
  const query = new URLSearchParams();
  const isRead = endpoint.method === 'GET';
  if (isRead && typeof input === 'object' && input !== null) {
    for (const [key, value] of Object.entries(input)) if (value !== undefined && value !== null) query.set(key, asText(value));
  }
  if (endpoint.when && !query.has(endpoint.when) && !isRead) query.set(endpoint.when, '1');
  const text = query.toString();
  return text ? `${endpoint.path}?${text}` : endpoint.path;
}
