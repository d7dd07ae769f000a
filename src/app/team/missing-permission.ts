import type {Permission} from '../../contract/permissions.ts';
import {notify} from '../kernel/notify.ts';
import {permissionWarning} from './own-permissions.ts';
import type {Services} from '../kernel/services.ts';

/** Warns if these credentials are known to lack the permission for a command. The service still decides. */
export function warnOfMissingPermission(services: Services, needs: Permission | undefined): void {
	const {store, settings} = services;
	const missing = needs && permissionWarning(store.getState().access, settings.applicationId, needs);
	if (missing) notify(services, 'warning', missing, {passing: true});
}
