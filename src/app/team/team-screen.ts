import {momentText} from '../../contract/moments.ts';
import type {Team} from '../../contract/models/team.ts';
import {memoize} from '../../lib/memoize.ts';
import {commonMessages} from '../../messages/common.ts';
import {teamScreenMessages} from '../../messages/team-screen.ts';
import {readTeam} from './read-team.ts';
import {permissionsText} from '../kernel/permission-descriptions.ts';
import type {State} from '../state.ts';
import {limitUse, limitsOf, type Limit} from '../kernel/limits.ts';
import type {ListScreen, ScreenColumn, ScreenRow} from '../kernel/list-screen.ts';
import type {Cell} from '../kernel/cells.ts';
import {ownPermissions, ownText} from './own-permissions.ts';
import {teamFacts} from './team-facts.ts';
import {inviteId, isAddressOnly, membersOf, type Invite, type Member} from './team-labels.ts';
import {joinMessages} from '../../messages/text.ts';

const columns = [
	{id: 'kind', header: 'KIND', width: {min: 11, max: 11}, priority: 0},
	{id: 'name', header: 'NAME', width: {min: 12, max: 20}, cut: 'middle', priority: 0},
	{id: 'about', header: 'ABOUT', width: {min: 24, max: 60}, priority: 1},
	{id: 'factor', header: '2FA', width: {min: 3, max: 4}, priority: 2},
	{id: 'email', header: 'E-MAIL', width: {min: 8, max: 36}, priority: 3},
] as const satisfies readonly ScreenColumn[];

type Row = ScreenRow<(typeof columns)[number]['id']>;

const rows = memoize(
	(
		access: State['access'],
		revealed: boolean,
		servers: State['fleet']['servers'],
		nodes: State['nodes'],
	): readonly Row[] | undefined => {
		const {team} = access;
		if (!team) return undefined;
		const limits = limitsOf(team);
		return [
			row('team', 'team', team.name ?? team.id, {text: teamText(team)}),
			row('credential', 'you', teamScreenMessages.thisSession, ownCell(access)),
			...membersOf(team).map(member => memberRow(member, team, revealed)),
			...team.invitedMembers.map((invite, place) => inviteRow(invite, inviteId(invite, place), revealed)),
			...Object.entries(team.applications ?? {}).map(([id, permissions]) =>
				row(`application:${id}`, 'application', id, {text: permissionsText(permissions)}),
			),
			...limits.map(limit => limitRow(limit, limitUse(limit, {team, servers, nodes}))),
		];
	},
);

/** What these credentials may do as a whole stands in its details, since it depends on the settings. */
const ownCell = (access: State['access']): Cell & {text: string} => {
	const lacking = access.rights.values().some(right => right === 'lacking');
	return {text: ownText(ownPermissions(access, undefined)), tone: lacking ? 'warning' : 'plain'};
};

const teamText = ({members, invitedMembers}: Team): string =>
	teamScreenMessages.counts(members.length, invitedMembers.length);

function row(
	id: string,
	kind: string,
	name: string,
	about: Cell & {text: string},
	more: {email?: string | undefined; factor?: Cell; revealed?: boolean} = {},
): Row {
	const {email, factor = {text: '-', tone: 'faint'}, revealed = true} = more;
	return {
		id,
		fields: {kind, name, about: about.text, ...(revealed && {email})},
		cells: () => ({
			kind: {text: kind, tone: 'faint'},
			name: {text: name, tone: 'plain'},
			about,
			email: {text: email === undefined ? '-' : revealed ? email : 'hidden', tone: 'faint'},
			factor,
		}),
	};
}

function memberRow(member: Member, {owner}: Team, revealed: boolean): Row {
	const {id, name, email, permissions, twoFAEnabled} = member;
	const factor: Cell =
		twoFAEnabled === undefined
			? {text: '-', tone: 'faint'}
			: twoFAEnabled
				? {text: 'on', tone: 'online'}
				: {text: 'off', tone: 'warning'};
	const kind = owner?.id === id ? 'owner' : 'member';
	// An address that stands in for a name is hidden like any other.
	const hidden = isAddressOnly(member) ? teamScreenMessages.byEmail : id;
	const shown = name ?? (revealed ? (email ?? id) : hidden);
	return row(`member:${id}`, kind, shown, {text: permissionsText(permissions)}, {email, factor, revealed});
}

function inviteRow(invite: Invite, key: string, revealed: boolean): Row {
	const {name, email, invitedAt, expired} = invite;
	const id = `invite:${key}`;
	const base = row(id, 'invited', name ?? teamScreenMessages.byEmail, {text: ''}, {email, revealed});
	return {
		...base,
		cells: now => ({
			...base.cells(now),
			about: expired
				? {text: teamScreenMessages.expired, tone: 'warning'}
				: {
						text: joinMessages(
							[
								momentText(invitedAt, at => commonMessages.ago(now - at), undefined),
								teamScreenMessages.notAnswered,
							],
							', ',
						),
					},
		}),
	};
}

function limitRow({name, most, label}: Limit, used: number | undefined): Row {
	const isFull = used !== undefined && used >= most;
	const text = used === undefined ? teamScreenMessages.limitOnly(most) : teamScreenMessages.used(used, most);
	return row(`limit:${name}`, 'limit', label, {text, tone: isFull ? 'warning' : 'plain'});
}

export const teamScreen: ListScreen = {
	id: 'team',
	title: 'TEAM',
	things: teamScreenMessages.things,
	thing: 'member',
	permission: 'ACCESS_TEAM',
	columns,
	fields: ['kind', 'name', 'about', 'email'],
	numbers: [],
	data: ({access, fleet, nodes}, revealed) => ({
		rows: rows(access, revealed, fleet.servers, nodes),
		at: access.teamAt,
		problem: access.team ? (access.teamProblem ?? access.problem) : (access.problem ?? access.teamProblem),
		unreadable: access.team?.unreadableMembers ?? [],
	}),
	empty: () => [teamScreenMessages.noTeam],
	details: teamFacts,
	refresh: services => void readTeam(services),
};
