import { useState } from 'react';
import { createPart, usePart } from '../../../ui/lazy-module.ts';
import { useFilterControls, useNoFilters } from '../filters/filter-choices.ts';
import type { Filters } from '../filters/filters.ts';
import { FilterBar, FilterChips } from './filter-bar.tsx';
import { FilterLine } from './filter-toggles.tsx';
import '../../../ui/styles/chip-row.css';
import './search-filters.css';

const sheet = createPart(() => import('./filter-sheet.tsx'));

interface SearchFiltersProps {
  /** The filters of the results on screen. */
  inForce: Filters;
  onSearch: (filters: Filters) => void;
}

/** One form state behind the bar, the chips and the sheet. */
export function SearchFilters({ inForce, onSearch }: SearchFiltersProps) {
  const [draft, setDraft] = useState(inForce);
  const [known, setKnown] = useState(inForce);
  if (JSON.stringify(known) !== JSON.stringify(inForce)) {
    setKnown(inForce);
    setDraft(inForce);
  }
  const [isOpen, setIsOpen] = useState(false);
  const part = usePart(sheet, isOpen);
  const controls = useFilterControls(draft);
  const controlsInForce = useFilterControls(inForce);
  const noFilters = useNoFilters();
  const search = () => {
    setIsOpen(false);
    onSearch(draft);
  };
  const close = () => {
    setIsOpen(false);
    setDraft(inForce);
  };
  return (
    <>
      <FilterBar controls={controls} onChange={setDraft} onSearch={search} />
      <FilterLine filters={inForce} onSearch={onSearch} />
      <FilterChips controls={controlsInForce} filters={inForce} onOpen={() => setIsOpen(true)} onSearch={onSearch} />
      {isOpen && part && (
        <part.FilterSheet
          controls={controls}
          filters={draft}
          onChange={setDraft}
          onClear={() => setDraft(noFilters)}
          onSearch={search}
          onClose={close}
        />
      )}
    </>
  );
}
