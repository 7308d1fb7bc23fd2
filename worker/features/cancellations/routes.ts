import * as cancellations from '#contract/cancellations';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { cancelContract } from './cancel-contract.ts';

export const cancellationsRoutes = routesOf(serve(cancellations.cancelContract, cancelContract));
