import type {Input} from '../contract/endpoint.ts';
import type {EndpointName, Endpoints, RawRequest} from '../contract/endpoints/index.ts';
import {powerNoted} from '../core/power-words.ts';
import {printableLine} from '../lib/text.ts';

/** What is told of an act: `verb` while nobody knows its outcome, `done` when it was accepted. */
export type Act = {serverId?: string; verb: string; done: string};

type NameOf = (serverId: string) => string;
type Acts = {[Name in EndpointName]?: (input: Input<Endpoints[Name]>, nameOf: NameOf) => Act};

/** In the words of the deck's dialogs; what is about a server stands beside its name. */
const acts: Acts = {
	startServer: ({serverId}) => ({
		serverId,
		verb: 'start',
		done: powerNoted('Start', undefined),
	}),
	stopServer: ({serverId, forceStop, delayMinutes}) => ({
		serverId,
		verb: 'stop',
		done: powerNoted(forceStop ? 'Forced stop' : 'Stop', delayMinutes),
	}),
	restartServer: ({serverId, delayMinutes}) => ({
		serverId,
		verb: 'restart',
		done: powerNoted('Restart', delayMinutes),
	}),
	changeDisplayName: ({serverId, displayName}, nameOf) => ({
		serverId,
		verb: 'rename',
		done: `${nameOf(serverId)} is now called ${displayName}.`,
	}),
	changeDirectory: ({serverId}) => ({
		serverId,
		verb: 'move',
		done: 'Moving it was accepted.',
	}),
	createServer: ({name}) => ({verb: 'create', done: `Creating ${name} was accepted.`}),
	inviteMember: ({userEmail}) => ({verb: 'invite', done: `${userEmail} is invited.`}),
	kickMember: ({memberId}) => ({verb: 'kick', done: `${memberId} is out of the team.`}),
	uploadTeamIcon: () => ({verb: 'icon', done: 'The icon is uploaded.'}),
	cancelNodeTask: ({taskId}) => ({verb: 'cancel task', done: `Cancelling ${taskId} was accepted.`}),
	createAutomation: ({name}) => ({verb: 'create automation', done: `${name} is created.`}),
	editAutomation: ({automationId, name}) => ({
		verb: 'edit automation',
		done: `${name ?? automationId} is saved.`,
	}),
	triggerAutomation: ({automationId}) => ({verb: 'trigger', done: `${automationId} is triggered.`}),
};

/** undefined for what only looks, and for a command, which is told with its answer. */
export function actOf(name: EndpointName, input: unknown, nameOf: NameOf): Act | undefined {
	// Whoever calls the method of this row gives the row's input.
	const describe = acts[name] as ((input: unknown, nameOf: NameOf) => Act) | undefined;
	return describe && clean(describe(input, nameOf));
}

export function actOfRaw({method, path}: RawRequest): Act | undefined {
	if (isReadMethod(method)) return undefined;
	const verb = method.toUpperCase();
	return clean({verb: `api ${verb} ${path}`, done: `api ${verb} ${path} was accepted.`});
}

const clean = ({verb, done, ...rest}: Act): Act => ({
	...rest,
	verb: printableLine(verb),
	done: printableLine(done),
});

/** A request with it changes nothing. (RFC 9110: 9.2.1) */
export const isReadMethod = (method: string): boolean =>
	['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase());
