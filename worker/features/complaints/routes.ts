import * as complaints from '#contract/complaints';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { getComplaint } from './get-complaint.ts';
import { makeComplaint } from './make-complaint.ts';

export const complaintsRoutes = routesOf(serve(complaints.makeComplaint, makeComplaint), serve(complaints.getComplaint, getComplaint));
