import type {Plane} from '../service/context.ts';
import type {ApplicationRecord} from '../service/records.ts';

/** What the sandbox lets in. `token` may do everything; each of the others shows one refusal. */
export type SandboxCredentials = {
	/** `Application-Token` with all permissions. */
	token: string;
	/** `Application-Id` and `Application-Secret` of the same application. */
	applicationId: string;
	applicationSecret: string;
	/** `Authorization: Bearer` of the same. */
	bearer: string;
	/** Only ACCESS_*. */
	readOnlyToken: string;
	/** Has the team, and no permission at all. */
	noRightsToken: string;
	/** Maps to no team: TEAM_NOT_FOUND. */
	teamlessToken: string;
	/** Of another team, with all permissions there. */
	otherTeamToken: string;
};

type Records = Pick<Plane, 'store' | 'newId'>;

const readOnly = ['ACCESS_TEAM', 'ACCESS_NODES', 'ACCESS_SERVERS', 'ACCESS_PROFILES', 'ACCESS_AUTOMATIONS'];

type Wish = {id: string; name: string; teamId?: string; permissions: string[]; token?: string | undefined};

/** The applications of a fresh sandbox. Secrets are new each time, but for a `token` that is given. */
export function plantApplications(plane: Records, teamId: string, otherTeamId: string, token?: string): void {
	plant(plane, {id: 'app-rcondeck', name: 'rcondeck', teamId, permissions: ['ALL'], token});
	plant(plane, {id: 'app-read-only', name: 'status page', teamId, permissions: readOnly});
	plant(plane, {id: 'app-no-rights', name: 'intern', teamId, permissions: []});
	plant(plane, {id: 'app-teamless', name: 'left behind', permissions: ['ALL']});
	plant(plane, {id: 'app-other-team', name: 'neighbours', teamId: otherTeamId, permissions: ['ALL']});
}

/** Read from the store: a reopened sandbox keeps its credentials. What was removed is an empty text, which lets nobody in. */
export function credentialsOf({store}: Plane): SandboxCredentials {
	const full = store.applications.get('app-rcondeck');
	const tokenOf = (id: string) => store.applications.get(id)?.token ?? '';
	return {
		token: full?.token ?? '',
		applicationId: full?.id ?? '',
		applicationSecret: full?.secret ?? '',
		bearer: full?.bearer ?? '',
		readOnlyToken: tokenOf('app-read-only'),
		noRightsToken: tokenOf('app-no-rights'),
		teamlessToken: tokenOf('app-teamless'),
		otherTeamToken: tokenOf('app-other-team'),
	};
}

function plant({store, newId}: Records, {token, ...wish}: Wish): ApplicationRecord {
	const secret = () => newId().replaceAll('-', '');
	return store.applications.put({
		...wish,
		token: token ?? `gmc-app-token-${secret()}`,
		secret: secret(),
		bearer: secret(),
	});
}
