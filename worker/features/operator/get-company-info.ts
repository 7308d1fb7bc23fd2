import type { CompanyInfo } from '#contract/settings';
import type { Context } from '../../domain/context.ts';

/** Who runs the site, as the operator has set it (api.md, companyinfo.php). */
export const getCompanyInfo = async ({ settings }: Context): Promise<CompanyInfo> => settings.company;
