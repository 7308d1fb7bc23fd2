import { useState } from 'react';
import type { FilterOptions } from '#contract/members';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { useClearedFilters, useFilterControls } from '../filters/filter-choices.ts';
import { FilterBar, FilterChips } from './filter-bar.tsx';
import { FilterLine } from './filter-toggles.tsx';
import '../../../ui/styles/chip-row.css';
import './search-filters.css';

const lazyFilterSheet = createLazyModule(() => import('./filter-sheet.tsx'));

interface SearchFiltersProps {
  /** The filters of the results on screen. */
  inForce: FilterOptions;
  onSearch: (filters: FilterOptions) => void;
}

/** The bar, the chips and the sheet, with one draft of the filters behind them. */
export function SearchFilters({ inForce, onSearch }: SearchFiltersProps) {
  const [draft, setDraft] = useState(inForce);
  const [draftedFrom, setDraftedFrom] = useState(inForce);
  if (JSON.stringify(draftedFrom) !== JSON.stringify(inForce)) {
    setDraftedFrom(inForce);
    setDraft(inForce);
  }
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const sheetModule = useLazyModule(lazyFilterSheet, isSheetOpen);
  const controls = useFilterControls(draft);
  const controlsInForce = useFilterControls(inForce);
  const noFilters = useClearedFilters();
  const search = () => {
    setIsSheetOpen(false);
    onSearch(draft);
  };
  const close = () => {
    setIsSheetOpen(false);
    setDraft(inForce);
  };
  return (
    <>
      <FilterBar controls={controls} onChange={setDraft} onSearch={search} />
      <FilterLine filters={inForce} onSearch={onSearch} onOpen={() => setIsSheetOpen(true)} />
      <FilterChips controls={controlsInForce} filters={inForce} onOpen={() => setIsSheetOpen(true)} onSearch={onSearch} />
      {isSheetOpen && sheetModule && (
        <sheetModule.FilterSheet
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
