import {commonMessages} from '../../messages/common.ts';
import {teamScreenMessages} from '../../messages/team-screen.ts';
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
import {key} from '../../messages/text.ts';

/** Returns everything known about the selected row of the team screen. */
export function teamFacts(state: State, id: string, {now, settings, revealed}: DetailsOptions): Fact[] {
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
		...(team.iconImageId === undefined
			? [{label: 'icon', text: teamScreenMessages.noIcon}]
			: [iconFact(team.iconImageId, access)]),
		...(team.inviteCode === undefined
			? []
			: [{label: teamScreenMessages.inviteCode, text: secretText(team.inviteCode, revealed)}]),
		...openFacts(otherLimits(team), 'limit', revealed),
		...openFacts(remainingFields(team, shownOfTeam), '', revealed),
		{label: 'id', text: team.id},
	];
}

/** An icon that cannot be drawn here can be viewed elsewhere. */
function iconFact(imageId: string, {icon}: State['access']): Fact {
	if (icon?.imageId !== imageId) return {label: 'icon', text: teamScreenMessages.readingIcon(imageId)};
	return {
		label: 'icon',
		text: icon.pixels ? icon.about : teamScreenMessages.iconCommand(icon.about, imageId),
	};
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
		{label: 'is', text: owner?.id === id ? teamScreenMessages.isOwner : teamScreenMessages.isMember},
		{label: 'email', text: email === undefined ? commonMessages.notReported : secretText(email, revealed)},
		twoFAEnabled === undefined
			? {label: '2FA', text: commonMessages.notReported}
			: {label: '2FA', text: twoFAEnabled ? 'on' : 'off', tone: twoFAEnabled ? 'online' : 'warning'},
		{label: 'may', text: permissionsText(permissions)},
		...(permissions ?? []).map(permissionFact),
		...openFacts(remainingFields(member, shownOfMember), '', revealed),
		{label: 'id', text: id === email ? secretText(id, revealed) : id},
	];
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
