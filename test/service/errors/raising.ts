import {expect, test} from 'vitest';
import {openService, type Answer, type Service} from '../open-service.ts';

export type Raise = (service: Service) => Promise<Answer>;
/**
 * One row of the specification's table of errors: the condition, the status, the key, and a function that
 * causes it.
 */
export type Row = [condition: string, status: number, key: string, raise: Raise];

export const manage = 'missingPermission.MANAGE_SERVERS';
export const gone = 'general.not_found';
export const invalid = 'validation.failed';
export const changing = 'server.server_directory_change_in_progress';

export const get =
	(path: string): Raise =>
	({call}) =>
		call('GET', path);

export const post =
	(path: string, body?: unknown): Raise =>
	({post}) =>
		post(path, body);

/** The same with read-only credentials. */
export const readOnly =
	(path: string, body?: unknown): Raise =>
	({call, demo}) =>
		call('POST', path, body, {'Application-Token': demo.credentials.readOnlyToken});

export const noRights =
	(path: string): Raise =>
	({call, demo}) =>
		call('GET', path, undefined, {'Application-Token': demo.credentials.noPermissionsToken});

export const otherTeam =
	(path: string): Raise =>
	({call, demo}) =>
		call('GET', path, undefined, {'Application-Token': demo.credentials.otherTeamToken});

export const otherTeamPosts =
	(path: string, body?: unknown): Raise =>
	({call, demo}) =>
		call('POST', path, body, {'Application-Token': demo.credentials.otherTeamToken});

/** While the directory of the server `down` is being changed. */
export const whileMoving =
	(path: string, body?: unknown): Raise =>
	async ({post}) => {
		await post('/server/down/change-directory', {serverDirectory: 'E:\\elsewhere'});
		return post(path, body);
	};

/** While a restart (a stop) of the server `cs` is scheduled. */
export const whileTimed =
	(path: string, body?: unknown, scheduled: 'restart' | 'stop' = 'restart'): Raise =>
	async ({post}) => {
		await post(`/server/cs/${scheduled}`, {delayMinutes: 5});
		return post(path, body);
	};

/** Tests each row separately, with and without the extensions. */
export function testRows(operation: string, rows: Row[], modes = [false, true]): void {
	for (const strictSpec of modes) {
		const mode = strictSpec ? `${operation}, strictly` : operation;
		test.each(rows)(`${mode}: %s returns %i %s`, async (_condition, status, key, raise) => {
			const answer = await raise(await openService({strictSpec}));
			expect({status: answer.status, key: answer.body['key']}).toEqual({status, key});
			expect(answer.body['message']).toEqual(expect.stringMatching(/./));
		});
	}
}
