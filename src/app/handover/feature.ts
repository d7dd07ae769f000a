import type {Feature} from '../kernel/feature.ts';
import {handoverCommands} from './handover-commands.ts';

export const handoverFeature: Feature = {id: 'handover', commands: handoverCommands};
