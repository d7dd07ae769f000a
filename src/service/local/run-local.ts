import {rmSync} from 'node:fs';
import path from 'node:path';
import {createPrivateFile} from '../../lib/private-folder.ts';
import type {Service} from '../index.ts';
import {listen} from '../listen.ts';
import {removeEndpoint, writeEndpoint, type LocalEndpoint} from './endpoint.ts';
import {lockFolder} from './folder-lock.ts';

/** A service of a folder that this process runs. */
export type RunningLocally<Opened extends Service = Service> = {
	service: Opened;
	endpoint: LocalEndpoint;
	/** Resolves to the names of the servers that continue to run. */
	close: () => Promise<string[]>;
};

type Options<Opened extends Service> = {
	/** It exists. */
	folder: string;
	runner: LocalEndpoint['runner'];
	open: () => Promise<Opened>;
	onBug: (bug: unknown) => void;
};

/**
Runs the service of a folder in this process, and lets the other processes of this user connect to it. Returns undefined
if another process runs it.
*/
export async function runLocally<Opened extends Service>({
	folder,
	runner,
	open,
	onBug,
}: Options<Opened>): Promise<RunningLocally<Opened> | undefined> {
	const release = lockFolder(folder);
	if (!release) return undefined;
	const undo: (() => unknown)[] = [release];
	try {
		// Left by a killed process; its port may belong to another program now.
		removeEndpoint(folder);
		const service = await open();
		undo.unshift(() => service.close());
		const {url, feedUrl, close: closePort} = await listen(service, {port: 0, onBug});
		undo.unshift(closePort);
		const endpoint = {url, feedUrl, token: service.credentials.token, pid: process.pid, runner};
		writeEndpoint(folder, endpoint);
		markOwnServers(folder, hasOwn(service));
		return {
			service,
			endpoint,
			close: async () => {
				removeEndpoint(folder);
				await closePort();
				markOwnServers(folder, hasOwn(service));
				const names = await service.close();
				release();
				return names;
			},
		};
	} catch (error) {
		for (const step of undo) await step();
		throw error;
	}
}

const hasOwn = ({context}: Service) => context.store.servers.all().some(({own}) => own);

const markIn = (folder: string) => path.join(folder, 'has-servers');

/** Notes beside the records if they have real servers, so that the program need not open them to find out. */
export function markOwnServers(folder: string, hasServers: boolean): void {
	if (hasServers) createPrivateFile(markIn(folder));
	else rmSync(markIn(folder), {force: true});
}
