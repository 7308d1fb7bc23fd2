import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { HonoEnv } from '../http/request-context.ts';
import { type Operation, openApi } from './openapi.ts';

/** `/api/docs/openapi.json`: the contract for tools. */
export const showOpenApi = (c: HonoContext<HonoEnv>) => c.json(openApi());

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

function operation(method: string, path: string, found: Operation) {
  const answers = Object.entries(found.responses);
  return html`<section id="${found.operationId}"><h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${found.summary}. ${found.description}</p>
    <details><summary>Request</summary><pre>${pretty(found.parameters ?? found.requestBody)}</pre></details>
    <details><summary>Answer</summary><pre>${pretty(answers.find(([status]) => status < '400')?.[1].content ?? 'no body')}</pre></details>
    <ul>${answers.filter(([status]) => status >= '400').map(([status, answer]) => html`<li>${status} ${answer.description}</li>`)}</ul></section>`;
}

/** `/api/docs`: every endpoint of the contract with its shapes and refusals, to read. */
export function showDocs(c: HonoContext<HonoEnv>) {
  const { paths } = openApi();
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => operation(method, path, found)),
  );
  return c.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title></head>
    <body><h1>API</h1><p><a href="/api/docs/openapi.json">OpenAPI</a></p>${sections}</body></html>`);
}
