import type { CompanyInfo } from '#contract/settings';
import type { Context } from '../../domain/context.ts';

/** The company that runs the site, as the operator has set it (docs/product.md, "Site settings"). */
export const getCompanyInfo = async ({ settings }: Context): Promise<CompanyInfo> => settings.company;
