import {nameKeys} from '../../lib/text/name-keys.ts';
import {requestCheckMessages} from '../../messages/service.ts';
import type {ServiceContext} from '../context.ts';
import {validateName} from '../http/field-checks.ts';
import {notAccepted, Refusal} from '../http/refusal.ts';
import type {TeamRecord} from '../records/records.ts';
import type {Reading} from '../records/repositories.ts';
import {expiryOf, memberLabel} from '../records/views.ts';

/*
Names of members, open invitations and tokens, under which someone acts or may act: none looks like another one. The keys
are not stored, because a later table of look-alikes changes them. Transactions of a team follow each other, so no two
requests take the same name.
*/

type Names = Pick<Reading, 'applications'>;

/** Returns the keys of all names in the team. A token of a member may have the name of the member. */
async function takenKeys(
	{clock}: ServiceContext,
	{applications}: Names,
	{id, members, invites}: TeamRecord,
): Promise<ReadonlySet<string>> {
	const now = clock.now();
	const tokens = await applications.ofTeam(id);
	const names = [
		...members.map(({name}) => name),
		...invites.filter(invite => expiryOf(invite) > now).map(memberLabel),
		...tokens.filter(({expiresAt = Infinity}) => expiresAt > now).map(({name}) => name),
	];
	return new Set(names.flatMap(nameKeys));
}

/** Returns a new name as it is stored. Throws `Refusal` if it is invalid or looks like another one of the team. */
export async function checkNewName(
	service: ServiceContext,
	records: Names,
	team: TeamRecord,
	name: string,
): Promise<string> {
	const valid = validateName(service, name);
	const keys = nameKeys(valid);
	if (keys.length === 0) throw notAccepted(requestCheckMessages.controlCharacters);
	const taken = await takenKeys(service, records, team);
	if (keys.some(key => taken.has(key))) throw new Refusal('team.name_taken');
	return valid;
}

/** Returns the name of someone who is invited by address: its first part, with a number if another one has that name. */
export async function nameFromEmail(
	service: ServiceContext,
	records: Names,
	team: TeamRecord,
	email: string,
): Promise<string> {
	const taken = await takenKeys(service, records, team);
	const name = memberLabel({id: email, email, invitedAt: 0}).slice(0, service.limits.maxNameLength);
	for (let number = 1; ; number++) {
		const numbered = number === 1 ? name : `${name} ${number}`;
		if (!nameKeys(numbered).some(key => taken.has(key))) return numbered;
	}
}
