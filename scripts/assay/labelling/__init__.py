"""Labels made by people, guided: questions and passages written, stale labels reviewed, findings decided on."""
