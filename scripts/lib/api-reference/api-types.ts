import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApi } from '../../../worker/development/openapi.ts';

const HEADER = `/** The calls of the API as types of TypeScript, made from the contract by \`npm run openapi\`. */
`;

/** `tests/contract/openapi/api-types.ts`: what \`openapi-typescript\` makes of the OpenAPI description. */
export async function apiTypes(): Promise<string> {
  return HEADER + astToString(await openapiTS(openApi() as unknown as OpenAPI3, { alphabetize: true }));
}
