import {type Call, type Middleware, onCalls} from '../../contract/call.ts';
import {ApiError} from '../../contract/errors.ts';
import type {RconAnswer} from '../../contract/models/rcon-answer.ts';
import {Team} from '../../contract/models/team.ts';
import {isOtherId, strayNames} from '../../contract/rcon-text.ts';
import {answerMessages} from '../../messages/errors.ts';
import type {Fields} from './prepare.ts';

/** Checks that a response is about the requested record. `teamId`: the configured team. */
export function checkAnswers(teamId: string | undefined): Middleware {
	const checkNamed = onCalls({
		awaitRcon: async (call, next) => checkedCommand(call, await next()),
		...(teamId !== undefined && {myTeam: (_call, next) => checkedTeam(teamId, next)}),
	});
	return async (call, next) => checkedRecord(call, await checkNamed(call, next));
}

/**
Treats the outcome as unknown if the response is for another server or command, or has no answer: then the service could not
talk to the game. An empty answer is one. A response without a body only says that the command was accepted.
*/
function checkedCommand({input, request}: Call<'awaitRcon'>, answer: RconAnswer): RconAnswer {
	const stray = strayNames(input, answer);
	if (stray === undefined && (answer.command.response !== undefined || answer.isUnsaid)) return answer;
	throw stray === undefined
		? new ApiError(answerMessages.noAnswer, {reason: 'unreadable', request, answer: answer.command})
		: new ApiError(answerMessages.stray(stray), {
				reason: 'unreadable',
				request,
				strayOutput: answer.command.response,
			});
}

/**
Returns the configured team, with what the service says about it. It may name another one for the credentials, several, or
none that can be read.
*/
async function checkedTeam(teamId: string, read: () => Promise<Team>): Promise<Team> {
	try {
		const team = await read();
		return isOtherId(team.id, teamId) ? teamOnly(teamId, answerMessages.otherTeam(team.id)) : team;
	} catch (error) {
		if (!(error instanceof ApiError) || !isWithoutTeam(error)) throw error;
		return teamOnly(teamId, error.message);
	}
}

/** The service has answered, but with no team. */
const isWithoutTeam = ({reason, status = 0}: ApiError): boolean =>
	reason === 'unreadable' || (reason === 'refused' && [400, 403, 404, 405, 409, 501].includes(status));

/** A team of which only the id is known. `reason`: why its members are not. */
function teamOnly(id: string, reason: string): Team {
	const {data: team} = Team.safeParse({id});
	const unreadableMembers = [{index: 0, id: undefined, name: undefined, reason}];
	return {...team, id, members: [], unreadableMembers} as unknown as Team; // a record with an id is a team
}

/** Refuses a record with another id than the requested one: the caller would act on the wrong one. */
function checkedRecord({row, input, request}: Call, record: unknown): unknown {
	const parameter = row?.recordId;
	if (parameter === undefined) return record;
	const asked = (input as Fields)[parameter];
	const {id} = record as {id?: string};
	if (typeof asked !== 'string' || !isOtherId(id, asked.toWellFormed())) return record;
	throw new ApiError(answerMessages.otherRecord(asked, id ?? ''), {reason: 'unreadable', request});
}
