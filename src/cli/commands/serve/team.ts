import {describe} from '../describe.ts';
import {type Command, Option} from 'commander';
import {permissions as allPermissions} from '../../../contract/permissions.ts';
import {latestFirst, type Moment} from '../../../contract/moments.ts';
import {durationUnits, parseDuration} from '../../../lib/time/duration.ts';
import {suggest} from '../../../lib/text/suggest.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {endsText} from '../../../messages/team.ts';
import {serveTeamMessages as messages} from '../../../messages/serve.ts';
import type {Run} from '../../start/command-run.ts';
import {findOne} from '../find/find-one.ts';
import {writeList} from '../../output/listing.ts';
import {secondsOf} from '../../output/moments.ts';
import {confirmOnService, onService} from './on-service.ts';
import {sayDone, writeJson} from '../../output/output.ts';
import {formatOption, jsonOption} from '../../output/output-options.ts';

const readPermissions = allPermissions.filter(permission => permission.startsWith('ACCESS_'));
/** The permissions that a colleague needs to run the servers. */
const invitePermissions = [...readPermissions, 'MANAGE_SERVERS'];

/** Declares `serve team`: who may use the local service, and with which permissions. */
export function addServeTeam(serve: Command, run: Run): void {
	const team = describe(serve.command('team'), messages);
	addList(team, serve, run);
	addInvite(team, serve, run);
	addRemove(team, serve, run);
	addTokens(team, serve, run);
}

type Person = {
	id: string;
	name: string | undefined;
	email: string | undefined;
	role: 'owner' | 'member' | 'invited' | 'expired';
	permissions: readonly string[] | undefined;
	lastUsedAt: Moment;
	expiresAt: Moment;
};

function addList(team: Command, serve: Command, run: Run): void {
	describe(team.command('list', {isDefault: true}), messages.list)
		.option('--data <dir>', messages.dataHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags) =>
				onService(serve, io, flags, async (api, {id: teamId, members, invitedMembers, owner}, signal) => {
					const {items: tokens} = await api.listApplicationUsers({teamId}, {signal});
					const lastUse = (id: string) =>
						tokens.filter(({memberId}) => memberId === id).toSorted(latestFirst(token => token.lastUsedAt))[0]
							?.lastUsedAt;
					const people = members.map(({id, name, email, permissions}): Person => ({
						id,
						name,
						email,
						role: id === owner?.id ? 'owner' : 'member',
						permissions,
						lastUsedAt: lastUse(id),
						expiresAt: undefined,
					}));
					const invited = invitedMembers.map(
						({id = '', name, email, permissions, expired, expiresAt}): Person => ({
							id,
							name,
							email,
							role: expired === true ? 'expired' : 'invited',
							permissions,
							lastUsedAt: undefined,
							expiresAt,
						}),
					);
					writeList(io, {
						plural: 'members',
						items: [...people, ...invited],
						idOf: ({id}) => id,
						record: one => one,
						columns: () => [
							{header: 'NAME', value: ({name}) => name},
							{header: 'EMAIL', value: ({email}) => email},
							{header: 'ROLE', value: ({role}) => role},
							{header: 'PERMISSIONS', value: ({permissions}) => permissions?.join(', ')},
							{header: messages.lastUsedHeader, value: ({lastUsedAt}) => secondsOf(lastUsedAt)},
							{header: 'EXPIRES', value: ({expiresAt}) => secondsOf(expiresAt)},
							{header: 'ID', value: ({id}) => id},
						],
						empty: '',
					});
				}),
			),
		);
}

type InviteOptions = {name?: string; email?: string; permission?: string[]; expires: string};

function addInvite(team: Command, serve: Command, run: Run): void {
	const {invite} = messages;
	describe(team.command('invite'), invite)
		.option('--name <name>', invite.nameHelp)
		.option('--email <address>', invite.emailHelp)
		.addOption(permissionOption(messages.inviteUsually))
		.option('--expires <duration>', invite.expiresHelp, '7d')
		.option('--data <dir>', messages.dataHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: InviteOptions) => {
				const {name, email} = options;
				if (name === undefined && email === undefined) throw new UsageError(invite.whoIsMissing);
				const request = {
					permissions: permissionsIn(options.permission) ?? invitePermissions,
					expiresInSeconds: secondsIn(options.expires),
					...(name !== undefined && {name}),
					...(email !== undefined && {userEmail: email}),
				};
				return onService(serve, io, flags, async (api, {id: teamId}, signal) => {
					const created = await api.createInviteCode({teamId, ...request}, {signal});
					const {code, expiresAt} = created;
					if (io.format?.kind === 'json') return writeJson(io, {invitation: created});
					if (flags.quiet) return void io.stdout.write(`${printableLine(code)}\n`);
					const lines = [
						invite.created(printableLine(name ?? email ?? ''), timeText(expiresAt)),
						invite.code(printableLine(code)),
						invite.howTo,
						invite.command(flags.url),
						...(flags.url === undefined ? [invite.whichUrl] : []),
					];
					io.stdout.write(`${lines.join('\n')}\n`);
				});
			}),
		);
}

function addRemove(team: Command, serve: Command, run: Run): void {
	const {remove} = messages;
	describe(team.command('remove'), remove)
		.argument('<member>', remove.memberHelp)
		.option('--data <dir>', messages.dataHelp)
		.action(
			run((io, flags, _options: object, [word = '']) =>
				onService(serve, io, flags, async (api, {id: teamId, members, invitedMembers}, signal) => {
					const invites = invitedMembers.flatMap(({id, ...invite}) =>
						id === undefined ? [] : {id, ...invite},
					);
					const people = [...members, ...invites];
					const named = people.map(({id, name, email}) => ({id, names: [name, email]}));
					const id = findOne('member', named, word, remove.where);
					const found = people.find(person => person.id === id);
					const name = printableLine(found?.name ?? found?.email ?? id);
					const invite = invites.find(one => one.id === id);
					await confirmOnService(io, flags, {
						verb: remove.verb,
						summary: invite ? remove.withdraw(name) : remove.summary(name),
						warning: endsWith(members.find(one => one.id === id)),
						word: {name, id},
					});
					if (invite) await api.withdrawInvite({teamId, userEmail: invite.email ?? id}, {signal});
					else await api.kickMember({teamId, memberId: id}, {signal});
					sayDone(io, invite ? remove.withdrawn(name) : remove.removed(name));
				}),
			),
		);
}

function addTokens(team: Command, serve: Command, run: Run): void {
	const {token} = messages;
	const tokens = describe(team.command('token'), token);
	describe(tokens.command('list', {isDefault: true}), token.list)
		.option('--data <dir>', messages.dataHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags) =>
				onService(serve, io, flags, async (api, {id: teamId}, signal) => {
					const {items, unreadable} = await api.listApplicationUsers({teamId}, {signal});
					writeList(io, {
						plural: 'tokens',
						items,
						unreadable,
						idOf: ({id}) => id,
						record: one => one,
						columns: () => [
							{header: 'NAME', value: ({name}) => name},
							{header: 'MEMBER', value: ({memberName}) => memberName},
							{header: 'PERMISSIONS', value: ({permissions}) => permissions?.join(', ')},
							{header: messages.issuedByHeader, value: ({createdByName}) => createdByName},
							{header: 'CREATED', value: ({createdAt}) => secondsOf(createdAt)},
							{header: messages.lastUsedHeader, value: ({lastUsedAt}) => secondsOf(lastUsedAt)},
							{header: 'EXPIRES', value: ({expiresAt}) => secondsOf(expiresAt)},
							{header: 'ID', value: ({id}) => id},
						],
						empty: token.none,
					});
				}),
			),
		);
	addTokenCreate(tokens, serve, run);
	describe(tokens.command('revoke'), token.revoke)
		.argument('<token>', token.tokenHelp)
		.option('--data <dir>', messages.dataHelp)
		.action(
			run((io, flags, _options: object, [word = '']) =>
				onService(serve, io, flags, async (api, {id: teamId}, signal) => {
					const {items} = await api.listApplicationUsers({teamId}, {signal});
					const named = items.map(({id, name}) => ({id, names: [name]}));
					const id = findOne('token', named, word, token.where);
					const found = items.find(one => one.id === id);
					const name = printableLine(found?.name ?? id);
					const warning = endsWith(found);
					const summary = token.summary(name);
					await confirmOnService(io, flags, {verb: token.revokeVerb, summary, warning, word: {name, id}});
					await api.removeApplicationUser({teamId, applicationId: id}, {signal});
					sayDone(io, token.revoked(name));
				}),
			),
		);
}

type TokenOptions = {member?: string; permission?: string[]; expires?: string};

function addTokenCreate(tokens: Command, serve: Command, run: Run): void {
	const {token} = messages;
	describe(tokens.command('create'), token.create)
		.argument('<name>', token.nameHelp)
		.addOption(permissionOption(messages.tokenUsually))
		.option('--member <member>', token.memberHelp)
		.option('--expires <duration>', token.expiresHelp)
		.option('--data <dir>', messages.dataHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: TokenOptions, [name = '']) => {
				const {member, expires} = options;
				const wanted = permissionsIn(options.permission);
				const expiry = expires === undefined ? {} : {expiresInSeconds: secondsIn(expires)};
				return onService(serve, io, flags, async (api, {id: teamId, members}, signal) => {
					const named = members.map(({id, name: memberName, email}) => ({id, names: [memberName, email]}));
					const of =
						member === undefined ? {} : {memberId: findOne('member', named, member, messages.remove.where)};
					const usual = member === undefined ? readPermissions : ['ALL'];
					const request = {teamId, name, permissions: wanted ?? usual, ...of, ...expiry};
					const created = await api.createApplicationUser(request, {signal});
					const {expiresAt} = created;
					if (io.format?.kind === 'json') return writeJson(io, {token: created});
					io.stdout.write(`${printableLine(created.token)}\n`);
					if (flags.quiet) return;
					const shown = wanted ?? (member === undefined ? readPermissions : undefined);
					const until = expiresAt === undefined ? undefined : timeText(expiresAt);
					io.stderr.write(`${token.created(printableLine(name), shown, until)}\n`);
				});
			}),
		);
}

const permissionOption = (usual: string) =>
	new Option('--permission <permission...>', messages.permissionHelp(usual));

function permissionsIn(words: string[] | undefined): string[] | undefined {
	return words
		?.flatMap(word => word.split(','))
		.map(word => {
			const name = word.trim().toUpperCase().replaceAll('-', '_');
			if (allPermissions.some(permission => permission === name)) return name;
			throw new UsageError(
				printableLine(messages.unknownPermission(word, suggest(word, allPermissions), allPermissions)),
			);
		});
}

const maxExpiryMs = 3650 * durationUnits.d.ms;

function secondsIn(duration: string): number {
	const ms = parseDuration(duration);
	if (ms !== undefined && ms >= durationUnits.s.ms && ms <= maxExpiryMs) return Math.floor(ms / 1000);
	throw new UsageError(messages.wrongExpiry(printableLine(duration)));
}

const timeText = (iso: string): string => secondsOf(Date.parse(iso)) ?? iso;

/** Lists the records that also end; undefined if there are none. */
function endsWith(found: Parameters<typeof endsText>[0]): string | undefined {
	const text = endsText(found);
	return text === undefined ? undefined : printableLine(text);
}
