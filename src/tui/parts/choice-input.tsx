import SelectInput, {type ItemProps} from 'ink-select-input';
import {fit} from '../../lib/width.ts';
import {Line} from './line.tsx';

type Choice = {value: string; label: string};
type Props = {choices: readonly Choice[]; value: string; width: number; focused: boolean};

/**
A choice, one option per row. ink-select-input paints it. It would lose keys that arrive together and forgets
its position when the options change, so the app chooses, and each choice mounts it again.
*/
function ChoiceInput({choices, value, width, focused}: Props) {
	const index = choices.findIndex(choice => choice.value === value);
	const items = choices.map(choice => ({...choice, label: fit(choice.label, Math.max(1, width - 4))}));
	return (
		<SelectInput
			key={`${value} ${focused}`}
			items={items}
			initialIndex={Math.max(0, index)}
			isFocused={false}
			indicatorComponent={NoIndicator}
			itemComponent={focused ? FocusedItem : Item}
		/>
	);
}

const NoIndicator = () => null;

function Item({isSelected = false, label}: ItemProps) {
	return (
		<Line spans={[{text: `${isSelected ? '(*)' : '( )'} ${label}`, tone: isSelected ? 'plain' : 'label'}]} />
	);
}

function FocusedItem({isSelected = false, label}: ItemProps) {
	const sign = isSelected ? '(*)' : '( )';
	return <Line spans={[{text: `${sign} ${label}`, tone: isSelected ? 'titleFocused' : 'plain'}]} />;
}

export const choiceInputs = {ChoiceInput};
