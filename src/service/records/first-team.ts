import type {Clock} from '../../lib/time/clock.ts';
import {serviceInfoMessages} from '../../messages/service.ts';
import type {ServiceContext} from '../context.ts';
import {type ApplicationRecord, ownApplicationId, type TeamRecord} from './records.ts';
import {hashOf} from '../access/secrets.ts';

/** The values needed to write the first records. */
export type Seeding = Pick<ServiceContext, 'store' | 'clock' | 'newId' | 'random'>;

/** Credentials with all permissions, in every form. */
export type ServiceCredentials = {
	/** `Application-Token`. */
	token: string;
	/** `Application-Id` and `Application-Secret` of the same application. */
	applicationId: string;
	applicationSecret: string;
	/** `Authorization: Bearer` of the same application. */
	bearer: string;
};

/** Seeds the records of a service with one team and an application that has all permissions in it. */
export function seedFirstTeam({store, newId, clock}: Seeding): void {
	const owner = {
		id: 'owner',
		name: 'Owner',
		email: 'owner@localhost',
		permissions: ['ALL'],
		twoFAEnabled: false,
	};
	const team: TeamRecord = {
		id: 'team-local',
		name: serviceInfoMessages.teamName,
		ownerId: owner.id,
		members: [owner],
		invites: [],
		inviteCode: newInviteCode(newId),
		limits: {
			maxNodes: 4,
			maxServers: 24,
			maxBackups: 40,
			maxRconCommands: 200,
			maxStatisticsSize: 100,
			maxMembers: 10,
		},
	};
	store.teams.put(team);
	addApplication(
		{store, clock},
		{id: ownApplicationId, name: 'rcondeck', teamId: team.id, permissions: ['ALL']},
	);
}

export const newInviteCode = (newId: () => string) => newId().replaceAll('-', '').slice(0, 8).toUpperCase();

type NewApplication = Omit<ApplicationRecord, 'secretHash' | 'createdAt' | 'lastUsedAt'>;

/** Returns an application. Without a secret, nothing can sign in with it. */
export const newApplication = (
	clock: Clock,
	application: NewApplication,
	secret?: string,
): ApplicationRecord => ({
	...application,
	secretHash: secret === undefined ? '' : hashOf(secret),
	createdAt: clock.now(),
});

/** Stores an application that cannot sign in yet. */
export function addApplication(
	{store, clock}: Pick<Seeding, 'store' | 'clock'>,
	application: NewApplication,
): ApplicationRecord {
	return store.applications.put(newApplication(clock, application));
}
