import type {Feature} from '../kernel/state/feature.ts';
import {followTeamJournal} from './follow.ts';

export const teamJournalFeature: Feature = {id: 'team-journal', effects: [followTeamJournal]};
