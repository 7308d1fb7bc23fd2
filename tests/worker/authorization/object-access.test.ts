import { accessFixture } from './access-fixture.ts';
import { describeEndpoints } from './describe-endpoints.ts';

describeEndpoints(accessFixture(), (kind) => kind !== 'nothing');
