import type {AlertPort, Files, TriggerPort} from '../../src/app/kernel/state/services.ts';
import type {ConfigAccess} from '../../src/app/kernel/state/view-state.ts';
import {noJournal, type SessionJournal} from '../../src/app/kernel/state/journal.ts';
import {learnPermissions} from '../../src/app/kernel/state/learn-permissions.ts';
import {capabilityListener} from '../../src/app/kernel/state/offered-extensions.ts';
import type {Settings} from '../../src/app/kernel/state/settings.ts';
import {openSession} from '../../src/app/session.ts';
import {noFrontEnd} from '../../src/cli/start/settings.ts';
import type {DemoCredentials} from '../../src/demo/fleet.ts';
import type {Demo} from '../../src/demo/index.ts';
import {testSettings} from './fake-services.ts';
import type {ManualClock} from './manual-clock.ts';
import {serviceOf, type Between} from './service-of-app.ts';

export type SessionOptions = {
	settings?: Partial<Settings> | undefined;
	/** Default: the token of the owner. */
	credentials?: keyof DemoCredentials | undefined;
	between?: Between | undefined;
	feed?: 'on' | 'off' | 'refused' | 'silent' | undefined;
	sockets?: boolean | undefined;
	/** Where copies, exports and transcripts are written; default: nowhere. */
	files?: Files | undefined;
	/** Default: nothing is recorded. */
	journal?: SessionJournal | undefined;
	/** What is written to the configuration; default: nothing. */
	config?: ConfigAccess | undefined;
	openAlerts?: (() => Promise<AlertPort>) | undefined;
	openTriggers?: (() => Promise<TriggerPort>) | undefined;
	/** The beginning of each id (default: `id`). */
	ids?: string;
};

/** Opens a session with a complete service and a manual clock. The front end fills in its part. */
export async function openTestSession(clock: ManualClock, demo: Demo, options: SessionOptions) {
	const {settings, files, config, openAlerts, openTriggers, ids = 'id'} = options;
	const service = await serviceOf({
		clock,
		demo,
		credentials: options.credentials ?? 'token',
		between: options.between ?? ((_request, answer) => answer()),
		feed: options.feed ?? 'on',
		readOnly: settings?.readOnly ?? false,
		capabilities: capabilityListener({dispatch: event => session.services.store.dispatch(event)}),
		middleware: [learnPermissions({dispatch: event => session.services.store.dispatch(event)})],
		sockets: options.sockets ?? false,
	});
	let count = 0;
	const session = openSession({
		api: service.api,
		openFeed: service.openFeed,
		clock,
		newId: () => `${ids}-${++count}`,
		random: () => 0.5,
		settings: {...testSettings, ...settings},
		journal: options.journal ?? noJournal,
		...(files && {files}),
		...(config && {config}),
		...(openAlerts && {openAlerts}),
		...(openTriggers && {openTriggers}),
		frontEnd: noFrontEnd(),
	});
	return {service, session};
}
