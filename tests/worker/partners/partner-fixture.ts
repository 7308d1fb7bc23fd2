import { afterAll, beforeAll } from 'vitest';
import type { Cam } from '#contract/partners';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import type { TestSite } from '../../support/product/test-site.ts';
import { type PartnerServer, startPartnerServer } from '../../support/servers/partner-server.ts';

export const SEARCH = '/api/xcams/search.php';

/** An entry of a feed in the partner's format. */
export const aFeedEntry = (account: string, traits: Readonly<Record<string, unknown>> = {}) => ({
  account,
  name: 'Nova',
  age: 30,
  gender: 'female',
  picture: `https://pictures.example/${account}.webp`,
  ...traits,
});

/** The tiles in an answer, in their order. */
export const camsIn = (answer: ApiAnswer): Cam[] => Object.values((answer.body as { cams: Record<string, Cam> }).cams);
export const accountsIn = (answer: ApiAnswer): string[] => camsIn(answer).map(({ account }) => account);

/** A partner server for a site with webcam tiles switched on, and a member who sees them (`reader`). */
export function partnerFixture(site: TestSite) {
  let partner: PartnerServer | undefined;
  let reader: TestMember | undefined;
  beforeAll(async () => {
    partner = await startPartnerServer();
    reader = await aMember(site.db);
    await saveSetting(site.db, 'member_resell', ['cams']);
  });
  afterAll(() => partner?.stop());
  const known = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('used before it has started');
    return value;
  };
  return {
    get partner() {
      return known(partner);
    },
    get reader() {
      return site.as(known(reader));
    },
    /** Sets the address of the site's feed; null removes it. */
    setFeed: (feed: string | null) => (feed === null ? clearSetting(site.db, 'cams_feed') : saveSetting(site.db, 'cams_feed', feed)),
  };
}
