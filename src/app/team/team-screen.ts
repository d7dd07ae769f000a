import {momentText} from '../../contract/moments.ts';
import type {Team} from '../../contract/models/team.ts';
import {memoize} from '../../lib/memoize.ts';
import {commonMessages} from '../../messages/common.ts';
import {teamScreenMessages} from '../../messages/team-screen.ts';
import {readTeam} from './read-team.ts';
import {permissionsText} from '../kernel/permission-descriptions.ts';
import type {State} from '../state.ts';
import {limitUse, limitsOf, type Limit} from '../kernel/limits.ts';
import type {Cell} from '../kernel/cells.ts';
import {cellsBy} from '../kernel/columns.ts';
import type {ListScreen, ScreenRow} from '../kernel/list-screen.ts';
import {teamColumns, type ListedInTeam} from './columns.ts';
import {ownPermissions, ownText} from './own-permissions.ts';
import {teamFacts} from './team-facts.ts';
import {inviteId, isAddressOnly, membersOf, type Invite, type Member} from './team-labels.ts';
import {joinMessages} from '../../messages/text.ts';

const cells = cellsBy(teamColumns);

const rows = memoize(
	(
		access: State['access'],
		revealed: boolean,
		servers: State['fleet']['servers'],
		nodes: State['nodes'],
	): readonly ScreenRow[] | undefined => {
		const {team} = access;
		if (!team) return undefined;
		const limits = limitsOf(team);
		return [
			row('team', {kind: 'team', name: team.name ?? team.id, about: {text: teamText(team), tone: 'plain'}}),
			row('credential', {kind: 'you', name: teamScreenMessages.thisSession, about: ownCell(access)}),
			...membersOf(team).map(member => memberRow(member, team, revealed)),
			...team.invitedMembers.map((invite, place) => inviteRow(invite, inviteId(invite, place), revealed)),
			...Object.entries(team.applications ?? {}).map(([id, permissions]) =>
				row(`application:${id}`, {
					kind: 'application',
					name: id,
					about: {text: permissionsText(permissions), tone: 'plain'},
				}),
			),
			...limits.map(limit => limitRow(limit, limitUse(limit, {team, servers, nodes}))),
		];
	},
);

/** The complete permissions are in the details, since they depend on the settings. */
const ownCell = (access: State['access']): PlainCell => {
	const lacking = access.permissions.values().some(standing => standing === 'lacking');
	return {text: ownText(ownPermissions(access, undefined)), tone: lacking ? 'warning' : 'plain'};
};

const teamText = ({members, invitedMembers}: Team): string =>
	teamScreenMessages.counts(members.length, invitedMembers.length);

type PlainCell = Cell & {text: string};
type RowData = Pick<ListedInTeam, 'kind' | 'name'> &
	Partial<Omit<ListedInTeam, 'about'>> & {about: ListedInTeam['about'] | PlainCell};

/** Filters cover neither values that depend on the time nor hidden ones. */
function row(id: string, {kind, name, about, email, revealed = true, factor}: RowData): ScreenRow {
	const isFixed = typeof about !== 'function';
	return {
		id,
		fields: {kind, name, about: isFixed ? about.text : '', ...(revealed && {email})},
		cell: cells({kind, name, about: isFixed ? () => about : about, email, revealed, factor}),
	};
}

function memberRow(member: Member, {owner}: Team, revealed: boolean): ScreenRow {
	const {id, name, email, permissions, twoFAEnabled: factor} = member;
	// An address that stands in for a name is hidden like any other.
	const hidden = isAddressOnly(member) ? teamScreenMessages.byEmail : id;
	return row(`member:${id}`, {
		kind: owner?.id === id ? 'owner' : 'member',
		name: name ?? (revealed ? (email ?? id) : hidden),
		about: {text: permissionsText(permissions), tone: 'plain'},
		email,
		revealed,
		factor,
	});
}

function inviteRow(invite: Invite, key: string, revealed: boolean): ScreenRow {
	const {name = teamScreenMessages.byEmail, email, invitedAt, expired} = invite;
	const about = (now: number): Cell => {
		if (expired) return {text: teamScreenMessages.expired, tone: 'warning'};
		const since = momentText(invitedAt, at => commonMessages.ago(now - at), undefined);
		return {text: joinMessages([since, teamScreenMessages.notAnswered], ', '), tone: 'plain'};
	};
	return row(`invite:${key}`, {kind: 'invited', name, about, email, revealed});
}

function limitRow({name, max, label}: Limit, used: number | undefined): ScreenRow {
	const isFull = used !== undefined && used >= max;
	const text = used === undefined ? teamScreenMessages.limitOnly(max) : teamScreenMessages.used(used, max);
	const about = {text, tone: isFull ? 'warning' : 'plain'} as const;
	return row(`limit:${name}`, {kind: 'limit', name: label, about});
}

export const teamScreen: ListScreen = {
	id: 'team',
	title: 'TEAM',
	pluralName: teamScreenMessages.pluralName,
	itemName: 'member',
	permission: 'ACCESS_TEAM',
	columns: teamColumns,
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
	picture: ({access}, id) => (id === 'team' ? access.icon?.pixels : undefined),
	refresh: services => void readTeam(services),
};
