import type {ActionInput} from '../actions/activity.ts';
import type {ActionId} from '../actions/ids.ts';
import type {Input} from '../contract/endpoint.ts';
import type {EndpointName, Endpoints, RawRequest} from '../contract/endpoints/index.ts';

/** An action that the journal is told of. */
export type RecordedAction = {action: ActionId; serverId?: string; input: ActionInput};

type NameOf = (serverId: string) => string;
type Actions = {
	[Name in EndpointName]?: (input: Input<Endpoints[Name]>, nameOf: NameOf) => RecordedAction;
};

const actions: Actions = {
	startServer: ({serverId}) => ({action: 'start', serverId, input: {}}),
	stopServer: ({serverId, forceStop, delayMinutes, delayedStopMessage}) => ({
		action: 'stop',
		serverId,
		input: known({delayMinutes, message: delayedStopMessage, force: forceStop}),
	}),
	restartServer: ({serverId, delayMinutes, delayedRestartMessage}) => ({
		action: 'restart',
		serverId,
		input: known({delayMinutes, message: delayedRestartMessage}),
	}),
	changeDisplayName: ({serverId, displayName}, nameOf) => ({
		action: 'rename',
		serverId,
		input: {name: displayName, previousName: nameOf(serverId)},
	}),
	changeDirectory: ({serverId, serverDirectory}) => ({
		action: 'move',
		serverId,
		input: {directory: serverDirectory},
	}),
	createServer: ({name, nodeId, gameType, map}) => ({action: 'create', input: {name, nodeId, gameType, map}}),
	inviteMember: ({userEmail}) => ({action: 'invite', input: {email: userEmail}}),
	kickMember: ({memberId}) => ({action: 'kick', input: {memberId}}),
	uploadTeamIcon: ({fileName}) => ({action: 'upload-icon', input: {fileName}}),
	cancelNodeTask: ({nodeId, taskId}) => ({action: 'cancel-task', input: {nodeId, taskId}}),
	createAutomation: ({name}) => ({action: 'create-automation', input: {name}}),
	editAutomation: ({automationId, name}) => ({
		action: 'edit-automation',
		input: {automationId, ...(typeof name === 'string' && {name})},
	}),
	triggerAutomation: ({automationId, targetIds}) => ({
		action: 'trigger-automation',
		input: known({automationId, targetIds}),
	}),
};

/** undefined for what only looks, and for a command, which is told with its answer. */
export function actionOf(name: EndpointName, input: unknown, nameOf: NameOf): RecordedAction | undefined {
	// Whoever calls the method of this row gives the row's input.
	const describe = actions[name] as ((input: unknown, nameOf: NameOf) => RecordedAction) | undefined;
	return describe?.(input, nameOf);
}

export const actionOfRaw = ({method, path}: RawRequest): RecordedAction | undefined =>
	isReadMethod(method) ? undefined : {action: 'api', input: {method: method.toUpperCase(), path}};

/** A request with it changes nothing. (RFC 9110: 9.2.1) */
export const isReadMethod = (method: string): boolean =>
	['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase());

const known = (fields: Readonly<Record<string, ActionInput[string] | undefined>>): ActionInput =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
