import type {DetailsOptions} from '../kernel/list-screen.ts';
import {momentText} from '../../contract/moments.ts';
import {ownValue} from '../../lib/maps.ts';
import type {Team} from '../../contract/models/team.ts';
import {clockText} from '../../lib/ago.ts';
import {permissionsText, permissionUse} from '../kernel/permission-descriptions.ts';
import type {Settings} from '../kernel/settings.ts';
import {notableSkew} from '../kernel/access.ts';
import type {State} from '../state.ts';
import {limitsOf, limitUse} from '../kernel/limits.ts';
import type {Fact} from '../kernel/cells.ts';
import {openFacts, secretText} from '../kernel/open-facts.ts';
import {ownPermissions, permissionFacts} from './own-permissions.ts';
import {inviteId, membersOf, type Invite, type Member} from './team-labels.ts';
import {duration, key, message} from '../../messages/text.ts';

/** All that is known of the selected row of the team's screen. */
export function teamFacts(state: State, id: string, {now, settings, revealed}: DetailsOptions): Fact[] {
	const {team} = state.access;
	if (!team) return [];
	const [kind, rest] = [id.split(' ', 1)[0] ?? '', id.slice(id.indexOf(' ') + 1)];
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

/** The team, and what serves it: versions and clocks. */
function wholeFacts(state: State, team: Team, revealed: boolean, settings: Settings, now: number): Fact[] {
	const {access} = state;
	return [
		{label: 'name', text: team.name ?? 'not said'},
		{label: 'owner', text: team.owner?.name ?? team.owner?.id ?? 'not said'},
		{label: 'members', text: String(team.members.length)},
		{label: 'invited', text: String(team.invitedMembers.length)},
		{
			label: 'service',
			text: access.serviceVersion === undefined ? 'version not said' : `version ${access.serviceVersion}`,
		},
		{label: 'rcondeck', text: `version ${settings.version}`},
		skewFact(access),
		{
			label: 'read',
			text: access.teamAt === undefined ? 'never' : message`${duration(now - access.teamAt)} ago`,
		},
		...(team.iconImageId === undefined
			? [{label: 'icon', text: message`none; ${key('team.icon')} uploads one`}]
			: [iconFact(team.iconImageId, access)]),
		...(team.inviteCode === undefined
			? []
			: [{label: 'invite code', text: secretText(team.inviteCode, revealed)}]),
		...openFacts(otherLimits(team), 'limit', revealed),
		...openFacts(besides(team, shownOfTeam), '', revealed),
		{label: 'id', text: team.id},
	];
}

/** What cannot be drawn here can be looked at elsewhere. */
function iconFact(imageId: string, {icon}: State['access']): Fact {
	if (icon?.imageId !== imageId) return {label: 'icon', text: `image ${imageId}: reading it`};
	return {label: 'icon', text: icon.pixels ? icon.about : `${icon.about}: rcondeck image ${imageId} -o FILE`};
}

function skewFact(access: State['access']): Fact {
	const {skewMs} = access;
	if (skewMs === undefined)
		return {label: 'clock', text: 'not compared: the answers carry no date', tone: 'faint'};
	if (notableSkew(access) === undefined)
		return {label: 'clock', text: 'as the service has it, to a few seconds'};
	const seconds = Math.round(Math.abs(skewMs) / 1000);
	const way = skewMs > 0 ? 'ahead of' : 'behind';
	return {
		label: 'clock',
		text: `the service is ${seconds} s ${way} this machine: times of the two do not compare`,
		tone: 'warning',
	};
}

function credentialFacts({access}: State, settings: Settings): Fact[] {
	const {applicationId, readOnly, profile} = settings;
	const who = applicationId === undefined ? 'a token' : `the application ${applicationId}`;
	const where = `${profile.label}${readOnly ? ', read-only: this session sends nothing that changes anything' : ''}`;
	return [
		{label: 'signed in', text: `with ${who}`},
		{label: 'profile', text: where, tone: readOnly ? 'warning' : 'plain'},
		...permissionFacts(ownPermissions(access, applicationId)),
	];
}

function memberFacts(member: Member, {owner}: Team, revealed: boolean): Fact[] {
	const {id, name, email, permissions, twoFAEnabled} = member;
	return [
		{label: 'name', text: name ?? 'not said'},
		{label: 'is', text: owner?.id === id ? 'the owner of the team: cannot be kicked' : 'a member'},
		{label: 'e-mail', text: email === undefined ? 'not said' : secretText(email, revealed)},
		twoFAEnabled === undefined
			? {label: '2FA', text: 'not said'}
			: {label: '2FA', text: twoFAEnabled ? 'on' : 'off', tone: twoFAEnabled ? 'online' : 'warning'},
		{label: 'may', text: permissionsText(permissions)},
		...(permissions ?? []).map(permissionFact),
		...openFacts(besides(member, shownOfMember), '', revealed),
		{label: 'id', text: id === email ? secretText(id, revealed) : id},
	];
}

const permissionFact = (permission: string): Fact => ({
	label: '',
	text: `${permission}: ${permissionUse(permission) ?? 'not a permission that is publicly described'}`,
});

function inviteFacts(invite: Invite, {view}: State, revealed: boolean, now: number): Fact[] {
	const {id, name, email, invitedAt, expired} = invite;
	const agoText = (at: number) => message`${duration(now - at)} ago (${clockText(at, view.time === 'utc')})`;
	return [
		{label: 'name', text: name ?? 'not said'},
		{label: 'e-mail', text: email === undefined ? 'not said' : secretText(email, revealed)},
		{label: 'invited', text: momentText(invitedAt, agoText, 'not said')},
		{
			label: 'expired',
			text: expired === undefined ? 'not said' : expired ? 'yes' : 'no',
			...(expired && {tone: 'warning'}),
		},
		{label: key('team.kick'), text: 'withdraws the invitation, where the service can'},
		...openFacts(besides(invite, shownOfMember), '', revealed),
		{label: 'id', text: id ?? 'not said'},
	];
}

const applicationFacts = (id: string, permissions: readonly string[]): Fact[] => [
	{label: 'application', text: id},
	{label: 'may', text: permissionsText(permissions)},
	...permissions.map(permissionFact),
];

function limitFacts(name: string, {fleet, nodes}: State, team: Team): Fact[] {
	const limit = limitsOf(team).find(other => other.name === name);
	if (!limit) return [];
	const used = limitUse(limit, {team, servers: fleet.servers, nodes});
	return [
		{label: 'limit', text: `${limit.label} (${name})`},
		{label: 'at most', text: String(limit.most)},
		{label: 'used', text: used === undefined ? 'not known' : String(used)},
		...(used === undefined
			? []
			: [
					{
						label: 'free',
						text: String(Math.max(0, limit.most - used)),
						tone: used >= limit.most ? ('warning' as const) : ('plain' as const),
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

/** Those that are numbers have rows of their own. */
const otherLimits = ({limits}: Team) =>
	Object.fromEntries(Object.entries(limits ?? {}).filter(([, most]) => typeof most !== 'number'));

const shownOfMember = new Set([
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

/** What else a record says. */
const besides = (record: object, shown: ReadonlySet<string>) =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !shown.has(name)));
