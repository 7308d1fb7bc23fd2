import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { HonoEnv } from '../http/request-context.ts';
import { openApi } from './openapi.ts';

/** Answers `/api/docs/openapi.json`: the contract as an OpenAPI document. */
export const showOpenApi = (c: HonoContext<HonoEnv>) => c.json(openApi());

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: unknown;
  readonly requestBody?: unknown;
  readonly responses: Record<string, { readonly description: string; readonly content?: unknown }>;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

function operation(method: string, path: string, described: Operation) {
  const answers = Object.entries(described.responses);
  return html`<section id="${described.operationId}"><h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${described.summary}. ${described.description}</p>
    <details><summary>Request</summary><pre>${pretty(described.parameters ?? described.requestBody)}</pre></details>
    <details><summary>Answer</summary><pre>${pretty(answers.find(([status]) => status < '400')?.[1].content ?? 'no body')}</pre></details>
    <ul>${answers.filter(([status]) => status >= '400').map(([status, answer]) => html`<li>${status} ${answer.description}</li>`)}</ul></section>`;
}

/** Answers `/api/docs`: a page with every endpoint of the contract, its input, output and refusals. */
export function showDocs(c: HonoContext<HonoEnv>) {
  const { paths } = openApi();
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(method, path, described as Operation)),
  );
  return c.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title></head>
    <body><h1>API</h1><p><a href="/api/docs/openapi.json">OpenAPI</a></p>${sections}</body></html>`);
}
