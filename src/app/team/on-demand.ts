import {teamScreen} from './team-screen.ts';

/** The modules that the bundle loads when the team is first shown (`build/lazy-imports.ts`). */
export const teamOnDemand = {teamScreen};
