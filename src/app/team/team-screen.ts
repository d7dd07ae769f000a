import {type Cell, cellsBy, type Fact, type ListColumn} from '../kernel/text/spans.ts';
import {commonMessages, joinMessages, key} from '../../messages/text.ts';
import {endsText, teamScreenMessages} from '../../messages/team.ts';
import type {DetailsOptions, ListScreen, ScreenRow} from '../kernel/screens/list-screen.ts';
import {momentText} from '../../contract/moments.ts';
import {ownValue, tableOf} from '../../lib/json/maps.ts';
import type {Team} from '../../contract/models/team.ts';
import {clockText} from '../../lib/time/ago.ts';
import {notableSkew, permissionsText, permissionUse} from '../kernel/state/access.ts';
import type {Settings} from '../kernel/state/settings.ts';
import type {State} from '../state.ts';
import {limitMessages} from '../../messages/errors.ts';
import {openFacts, secretText} from '../kernel/screens/open-facts.ts';
import {ownPermissions, ownText, permissionFacts} from './own-permissions.ts';
import {type Invite, inviteId, isAddressOnly, type Member, membersOf} from './team-commands.ts';
import {nameKeys} from '../../lib/text/name-keys.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {readTeam} from './read-team.ts';

/** The data behind the columns: the team, these credentials, a member, an invitation, an application or a limit. */
export type ListedInTeam = {
	kind: string;
	name: string;
	about: (now: number) => Cell;
	email: string | undefined;
	/** Whether the address may be shown. */
	revealed: boolean;
	/** Whether two-factor authentication is required, if known. */
	factor: boolean | undefined;
};

/** The columns of the team, declared only here. */
const teamColumns: readonly ListColumn<ListedInTeam>[] = [
	{
		id: 'kind',
		header: 'KIND',
		width: {min: 7, max: 7},
		priority: 0,
		value: ({kind}) => kind,
	},
	{
		id: 'name',
		header: 'NAME',
		width: {min: 12, max: 24, readable: 16},
		priority: 0,
		cut: 'middle',
		isSnug: true,
		value: ({name}) => name,
	},
	{
		id: 'about',
		header: 'ABOUT',
		// The permissions of most members.
		width: {min: 24, max: 60, readable: 46},
		priority: 0,
		isClear: true,
		wraps: true,
		value: ({about}, now) => about(now).text,
		style: ({about}, now) => about(now).tone,
	},
	{
		id: 'factor',
		header: '2FA',
		width: {min: 3, max: 4},
		priority: 2,
		value: ({factor}) => (factor === undefined ? '-' : factor ? 'on' : 'off'),
		style: ({factor}) => (factor === undefined ? 'faint' : factor ? 'online' : 'warning'),
	},
	{
		id: 'email',
		header: 'E-MAIL',
		width: {min: 8, max: 36},
		priority: 3,
		value: ({email, revealed}) => (email === undefined ? '-' : revealed ? email : 'hidden'),
	},
];

/** Returns everything known about the selected row of the team screen. */
function teamFacts(state: State, id: string, {now, settings, revealed}: DetailsOptions): Fact[] {
	const {team} = state.access;
	if (!team) return [];
	const [kind, rest] = [id.split(':', 1)[0] ?? '', id.slice(id.indexOf(':') + 1)];
	switch (kind) {
		case 'member': {
			const member = membersOf(team).find(other => other.id === rest);
			return member ? memberFacts(member, team, revealed) : [];
		}
		case 'invite': {
			const invite = team.invitedMembers.find((other, place) => inviteId(other, place) === rest);
			return invite ? inviteFacts(invite, state, revealed, now) : [];
		}
		case 'application':
			return applicationFacts(rest, ownValue(team.applications, rest) ?? []);
		case 'limit':
			return limitFacts(rest, state, team);
		case 'credential':
			return credentialFacts(state, settings);
		default:
			return wholeFacts(state, team, revealed, settings, now);
	}
}

/** Returns the facts about the team, and about the service: versions and clocks. */
function wholeFacts(state: State, team: Team, revealed: boolean, settings: Settings, now: number): Fact[] {
	const {access} = state;
	return [
		{label: 'name', text: team.name ?? commonMessages.notReported},
		{label: 'owner', text: team.owner?.name ?? team.owner?.id ?? commonMessages.notReported},
		{label: 'members', text: String(team.members.length)},
		{label: 'invited', text: String(team.invitedMembers.length)},
		{
			label: 'service',
			text:
				access.serviceVersion === undefined
					? teamScreenMessages.versionNotSaid
					: teamScreenMessages.version(access.serviceVersion),
		},
		{label: 'rcondeck', text: teamScreenMessages.version(settings.version)},
		skewFact(access),
		{
			label: 'read',
			text: access.teamAt === undefined ? 'never' : commonMessages.ago(now - access.teamAt),
		},
		{
			label: 'icon',
			text:
				team.iconImageId === undefined
					? teamScreenMessages.noIcon
					: teamScreenMessages.iconCommand(team.iconImageId),
		},
		...(team.inviteCode === undefined
			? []
			: [{label: teamScreenMessages.inviteCode, text: secretText(team.inviteCode, revealed)}]),
		...openFacts(otherLimits(team), 'limit', revealed),
		...openFacts(remainingFields(team, shownOfTeam), '', revealed),
		{label: 'id', text: team.id},
	];
}

function skewFact(access: State['access']): Fact {
	const {skewMs} = access;
	if (skewMs === undefined) return {label: 'clock', text: teamScreenMessages.clockNotCompared, tone: 'faint'};
	if (notableSkew(access) === undefined) return {label: 'clock', text: teamScreenMessages.clockRight};
	const seconds = Math.round(Math.abs(skewMs) / 1000);
	const direction = skewMs > 0 ? teamScreenMessages.aheadOf : 'behind';
	return {
		label: 'clock',
		text: teamScreenMessages.clockDiffers(seconds, direction),
		tone: 'warning',
	};
}

function credentialFacts({access}: State, settings: Settings): Fact[] {
	const {applicationId, readOnly, profile} = settings;
	const who =
		applicationId === undefined ? teamScreenMessages.token : teamScreenMessages.application(applicationId);
	const where = `${profile.label}${readOnly ? teamScreenMessages.readOnly : ''}`;
	return [
		{label: teamScreenMessages.signedIn, text: teamScreenMessages.signedInWith(who)},
		{label: 'profile', text: where, tone: readOnly ? 'warning' : 'plain'},
		...permissionFacts(ownPermissions(access, applicationId)),
	];
}

function memberFacts(member: Member, {owner}: Team, revealed: boolean): Fact[] {
	const {id, name, email, permissions, twoFAEnabled} = member;
	return [
		{label: 'name', text: name ?? commonMessages.notReported},
		{label: 'role', text: owner?.id === id ? teamScreenMessages.isOwner : teamScreenMessages.isMember},
		{label: 'email', text: email === undefined ? commonMessages.notReported : secretText(email, revealed)},
		twoFAEnabled === undefined
			? {label: '2FA', text: commonMessages.notReported}
			: {label: '2FA', text: twoFAEnabled ? 'on' : 'off', tone: twoFAEnabled ? 'online' : 'warning'},
		{label: 'permissions', text: permissionsText(permissions)},
		...(permissions ?? []).map(permissionFact),
		...endsFacts(member),
		...openFacts(remainingFields(member, shownOfMember), '', revealed),
		{label: 'id', text: id === email ? secretText(id, revealed) : id},
	];
}

function endsFacts(member: Member): Fact[] {
	const text = endsText(member);
	return text === undefined ? [] : [{label: key('team.kick'), text}];
}

const permissionFact = (permission: string): Fact => ({
	label: '',
	text: `${permission}: ${permissionUse(permission) ?? teamScreenMessages.notDescribed}`,
});

function inviteFacts(invite: Invite, {view}: State, revealed: boolean, now: number): Fact[] {
	const {id, name, email, invitedAt, expired} = invite;
	const agoText = (at: number) => commonMessages.agoAt(now - at, clockText(at, view.time === 'utc'));
	return [
		{label: 'name', text: name ?? commonMessages.notReported},
		{label: 'email', text: email === undefined ? commonMessages.notReported : secretText(email, revealed)},
		{label: 'invited', text: momentText(invitedAt, agoText, commonMessages.notReported)},
		{
			label: 'expired',
			text: expired === undefined ? commonMessages.notReported : expired ? 'yes' : 'no',
			...(expired && {tone: 'warning'}),
		},
		{label: key('team.kick'), text: teamScreenMessages.withdrawsInvitation},
		...openFacts(remainingFields(invite, shownOfMember), '', revealed),
		{label: 'id', text: id ?? commonMessages.notReported},
	];
}

const applicationFacts = (id: string, permissions: readonly string[]): Fact[] => [
	{label: 'app', text: id},
	{label: 'permissions', text: permissionsText(permissions)},
	...permissions.map(permissionFact),
];

function limitFacts(name: string, {fleet, nodes}: State, team: Team): Fact[] {
	const limit = limitsOf(team).find(other => other.name === name);
	if (!limit) return [];
	const used = limitUse(limit, {team, servers: fleet.servers, nodes});
	return [
		{label: 'limit', text: `${limit.label} (${name})`},
		{label: teamScreenMessages.atMost, text: String(limit.max)},
		{label: 'used', text: used === undefined ? commonMessages.notKnown : String(used)},
		...(used === undefined
			? []
			: [
					{
						label: 'free',
						text: String(Math.max(0, limit.max - used)),
						tone: used >= limit.max ? ('warning' as const) : ('plain' as const),
					},
				]),
	];
}

const shownOfTeam = new Set([
	'id',
	'name',
	'owner',
	'members',
	'invitedMembers',
	'applications',
	'inviteCode',
	'iconImageId',
	'iconBase64',
	'limits',
	'unreadableMembers',
]);

/** Numeric limits have their own rows. */
const otherLimits = ({limits}: Team) =>
	Object.fromEntries(Object.entries(limits ?? {}).filter(([, most]) => typeof most !== 'number'));

const shownOfMember = new Set([
	'issuedTokens',
	'issuedInvites',
	'issuedAutomations',
	'issuedTasks',
	'ends',
	'id',
	'name',
	'email',
	'permissions',
	'twoFAEnabled',
	'invitedAt',
	'expired',
	'iconBase64',
	'imageId',
]);

/** Returns the remaining fields of a record. */
const remainingFields = (record: object, shown: ReadonlySet<string>) =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !shown.has(name)));

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
			...membersOf(team).map(member => memberRow(member, team, revealed)),
			...team.invitedMembers.map((invite, place) => inviteRow(invite, inviteId(invite, place), revealed)),
			row('credential', {kind: 'you', name: teamScreenMessages.thisSession, about: ownCell(access)}),
			row('team', {kind: 'team', name: team.name ?? team.id, about: {text: teamText(team), tone: 'plain'}}),
			...Object.entries(team.applications ?? {}).map(([id, permissions]) =>
				row(`application:${id}`, {
					kind: 'app',
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

/** Returns members and invitations by what their names look like. */
const byLooks = memoize((team: Team): ReadonlyMap<string, readonly (Member | Invite)[]> => {
	const found = new Map<string, (Member | Invite)[]>();
	for (const one of [...team.members, ...team.invitedMembers]) {
		for (const key of nameKeys(one.name ?? '')) {
			const alike = found.get(key);
			if (alike) alike.push(one);
			else found.set(key, [one]);
		}
	}
	return found;
});

/** Returns the cell of someone, with a warning if someone else has a name that looks like theirs. */
function markAlike(team: Team, {id, name = ''}: Member | Invite, cell: PlainCell): PlainCell {
	const alike = nameKeys(name).flatMap(key => byLooks(team).get(key) ?? []);
	const other = alike.find(one => one.id !== id);
	if (other?.name === undefined) return cell;
	return {text: `${teamScreenMessages.looksLike(other.name)}, ${cell.text}`, tone: 'warning'};
}

function memberRow(member: Member, team: Team, revealed: boolean): ScreenRow {
	const {owner} = team;
	const {id, name, email, permissions, twoFAEnabled: factor} = member;
	// An address that stands in for a name is hidden like any other.
	const hidden = isAddressOnly(member) ? teamScreenMessages.byEmail : id;
	return row(`member:${id}`, {
		kind: owner?.id === id ? 'owner' : 'member',
		name: name ?? (revealed ? (email ?? id) : hidden),
		about: markAlike(team, member, {text: permissionsText(permissions), tone: 'plain'}),
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
	refresh: services => void readTeam(services),
};

type Limit = {name: string; label: string; max: number};

const labels = tableOf<string>({
	maxNodes: 'nodes',
	maxServers: 'servers',
	maxBackups: 'backups',
	maxRconCommands: limitMessages.rconCommands,
	maxStatisticsSize: 'statistics',
	maxMembers: 'members',
});

/** Returns the numeric limits of a team. The record is open; other limits appear unchanged in the details. */
const limitsOf = ({limits}: Team): Limit[] =>
	Object.entries(limits ?? {}).flatMap(([name, max]) =>
		typeof max === 'number' ? [{name, label: labels.get(name) ?? name, max}] : [],
	);

type LimitSource = {team: Team; servers: State['fleet']['servers']; nodes: State['nodes']};

/** Returns how much of a limit is used; undefined if the records do not show it. */
function limitUse({name}: Limit, {team, servers, nodes}: LimitSource): number | undefined {
	switch (name) {
		case 'maxNodes':
			return nodes.at === undefined ? undefined : nodes.nodes.length;
		case 'maxServers':
			return servers.size;
		case 'maxBackups':
			return servers.values().reduce((sum, {backups}) => sum + backups.length, 0);
		case 'maxMembers':
			return team.members.length;
		default:
			return undefined;
	}
}
