import {changeServer} from '../context.ts';
import {notify} from '../records/history.ts';
import type {OwnNode} from './node.ts';

type Report = {
	type: string;
	title: string;
	message: string;
	/** False for a success. */
	isFailure?: boolean;
};

/** The maximum number of output lines in a report. */
const maxLines = 12;

/** Reports an event of a server to the team: as a notification, and with the server until the next action. */
export function report(node: OwnNode, serverId: string, {isFailure = true, ...notification}: Report): void {
	const server = node.service.store.servers.get(serverId);
	if (!server) return;
	node.service.store.atomically(() => {
		notify(node.service, server.teamId, notification);
		showReport(node, serverId, notification.message, isFailure);
	});
}

/** Reports only with the server: a failed task has its own notification. */
export function showReport(
	{service, members}: OwnNode,
	serverId: string,
	message: string,
	isFailure: boolean,
): void {
	const log = isFailure ? (members.get(serverId)?.log.slice(-maxLines) ?? []) : [];
	changeServer(service, serverId, {report: {isFailure, at: service.clock.now(), message, log}});
}

/** Removes the report when a new action on the server is requested. */
export function forgetReport({service}: OwnNode, serverId: string): void {
	const server = service.store.servers.get(serverId);
	if (!server?.report) return;
	const {report: _report, ...rest} = server;
	service.store.servers.put(rest);
}
