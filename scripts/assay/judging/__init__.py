"""Writing evidence tables: claims proposed, split, merged and judged, in a talk or by flags."""
