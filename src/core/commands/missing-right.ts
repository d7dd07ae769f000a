import type {Permission} from '../../contract/permissions.ts';
import {notify} from '../notify.ts';
import {missingRight} from '../screens/own-rights.ts';
import type {Services} from '../services.ts';

/** Says that these credentials are known to lack what a command needs. The service stays the judge. */
export function warnOfMissingRight(services: Services, needs: Permission | undefined): void {
	const {store, settings} = services;
	const missing = needs && missingRight(store.getState().access, settings.applicationId, needs);
	if (missing) notify(services, 'warning', missing, {passing: true});
}
